/** Draws the decay curves from the data in the page; runs in the browser, so here it is text. */
export const decayScript = `
const bytes = Uint8Array.from(atob(document.querySelector("#data").content.textContent), (sign) => sign.charCodeAt(0));
const { ages, curves } = JSON.parse(new TextDecoder().decode(bytes));
const canvas = document.querySelector("#chart");
const dark = matchMedia("(prefers-color-scheme: dark)");
let chart;

function draw() {
  const color = (name) => getComputedStyle(document.body).getPropertyValue("--" + name);
  Chart.defaults.color = color("text");
  Chart.defaults.borderColor = color("line");
  Chart.defaults.font.family = "system-ui, sans-serif";
  chart?.destroy();
  chart = new Chart(canvas, {
    type: "line",
    data: {
      labels: ages,
      datasets: curves.map(({ label, points }, index) => {
        const hue = Math.round((index * 137.5) % 360);
        const line = "hsl(" + hue + " 60% " + (dark.matches ? 65 : 42) + "%)";
        return {
          label,
          data: points.map((point) => (point === null ? null : 100 * point)),
          borderColor: line,
          backgroundColor: line,
          borderWidth: 3,
        };
      }),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      scales: {
        y: { min: 0, max: 100, title: { display: true, text: "% of facts" } },
        x: { title: { display: true, text: "boundaries passed" } },
      },
    },
  });
}

canvas.parentElement.style.height = "26rem";
dark.addEventListener("change", draw);
draw();
`;
