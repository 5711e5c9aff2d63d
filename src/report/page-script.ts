/** Draws the chart from the data in the page; runs in the browser, so here it is text. */
export const pageScript = `
const bytes = Uint8Array.from(atob(document.querySelector("#data").content.textContent), (sign) => sign.charCodeAt(0));
const { outcomes, bars } = JSON.parse(new TextDecoder().decode(bytes));
const sum = (counts) => counts.reduce((total, count) => total + count, 0);
const canvas = document.querySelector("#chart");
const dark = matchMedia("(prefers-color-scheme: dark)");
let chart;

function twoLines(label) {
  const lines = [label.slice(0, -1).join(" "), label.at(-1)];
  return lines.map((line) => (line.length > 20 ? line.slice(0, 19) + "…" : line));
}

function draw() {
  const color = (name) => getComputedStyle(document.body).getPropertyValue("--" + name);
  const narrow = canvas.parentElement.clientWidth < 600;
  Chart.defaults.color = color("text");
  Chart.defaults.borderColor = color("line");
  Chart.defaults.font.family = "system-ui, sans-serif";
  chart?.destroy();
  chart = new Chart(canvas, {
    type: "bar",
    data: {
      labels: bars.map(({ label }) => (narrow ? twoLines(label) : label.join("  "))),
      datasets: outcomes.map((name, index) => ({
        label: name,
        backgroundColor: color(name),
        data: bars.map(({ counts }) => (100 * counts[index]) / (sum(counts) || 1)),
      })),
    },
    options: {
      indexAxis: "y",
      animation: false,
      maintainAspectRatio: false,
      scales: {
        x: { stacked: true, max: 100, title: { display: true, text: "% of trials" } },
        y: { stacked: true, grid: { display: false }, ticks: { autoSkip: false, font: { size: narrow ? 10 : 12 } } },
      },
      plugins: {
        tooltip: {
          callbacks: {
            label: ({ dataset, datasetIndex, dataIndex }) => {
              const { counts } = bars[dataIndex];
              return dataset.label + ": " + counts[datasetIndex] + " of " + sum(counts);
            },
          },
        },
      },
    },
  });
}

canvas.parentElement.style.height = 110 + bars.length * 34 + "px";
dark.addEventListener("change", draw);
draw();
`;
