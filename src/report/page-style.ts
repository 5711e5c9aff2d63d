/** The style of the page, light or dark as the reader's system is. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --page: #fff; --box: #f3f5f7; --line: #d5dbe1; --text: #1d2329; --dim: #59636e; --alarm: #b3202f;
  --passed: #2c8f86; --failed: #c93040; --skipped: #a3adb8; --unmeasured: #d99a1c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14181c; --box: #1e242a; --line: #39424c; --text: #e4e8ec; --dim: #9aa5b1; --alarm: #ff8088;
    --passed: #379c92; --failed: #f0616d; --skipped: #66717d; --unmeasured: #e0ac45;
  }
}
* { box-sizing: border-box; }
body {
  max-width: 66rem; margin: 0 auto; padding: 1.5rem 1rem 4rem;
  font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); overflow-wrap: anywhere;
}
h1, h3, p { margin: 0; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.2rem; }
h3 { font-size: 1rem; }
.facts { color: var(--dim); }
.caveat { margin: 1rem 0; padding: 0.5rem 0.8rem; background: var(--box); border-radius: 4px; }
.caveat:empty { display: none; }
.totals {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 0.5rem;
  margin: 0; padding: 0; list-style: none;
}
.totals li { padding: 0.3rem 0.8rem 0.5rem; background: var(--box); border-top: 4px solid; }
.totals + p { margin-top: 1rem; }
.totals b { display: block; font-size: 1.7rem; line-height: 1.3; }
li.passed { border-color: var(--passed); }
li.failed { border-color: var(--failed); }
li.skipped { border-color: var(--skipped); }
li.unmeasured { border-color: var(--unmeasured); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; overflow-wrap: normal; }
th, td { padding: 0.35rem 0.6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--dim); font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.failing { background: var(--box); }
.failing td:first-child, .failing .failed, .problem.failed h3 { color: var(--alarm); font-weight: 700; }
details { max-width: 24rem; }
figure { position: relative; margin: 1.5rem 0 0; }
.problem { margin: 0.8rem 0; padding-left: 0.8rem; border-left: 4px solid var(--unmeasured); }
.problem.failed { border-color: var(--failed); }
pre {
  max-height: 20rem; margin: 0.4rem 0 0; padding: 0.5rem 0.8rem; overflow: auto;
  font: 13px/1.45 ui-monospace, monospace; background: var(--box); white-space: pre-wrap;
}
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: flex; flex-wrap: wrap; gap: 0 0.7rem; padding: 0.35rem 0.5rem; border-bottom: 1px solid var(--line); }
  td { padding: 0; border: 0; overflow-wrap: anywhere; }
  tr::after { content: ""; flex-basis: 100%; order: 1; }
  td.number { order: 2; font-size: 0.85rem; }
  td:empty { display: none; }
  td.number::after { content: " " attr(data-outcome); font-weight: 400; }
}
`;
