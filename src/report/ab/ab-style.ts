/** What a comparison's page adds to the style of the page; colours are the page's own. */
export const abStyle = `
.verdict { margin: 1rem 0; padding: 0.8rem 1rem; border-left: 6px solid var(--skipped); background: var(--box); }
.verdict p:first-child { font-size: 1.25rem; font-weight: 600; }
.verdict.improved { border-color: var(--passed); }
.verdict.regressed { border-color: var(--failed); }
.verdict.inconclusive { border-color: var(--unmeasured); }
.changes { margin: 1rem 0 0; }
.changes dd { margin: 0 0 0.6rem; }
.change { display: block; width: 100%; max-width: 32rem; }
.change line { stroke: var(--line); stroke-width: 1.5; }
.change .limit { stroke: var(--failed); stroke-dasharray: 3 3; }
.change .bar { stroke: var(--dim); stroke-width: 4; }
.change .dot { fill: var(--text); }
.change.improved .dot { fill: var(--passed); }
.change.regressed .dot { fill: var(--failed); }
td.verdict-regressed, td.part-1, td.part-2 { color: var(--alarm); font-weight: 700; }
.layer { margin: 0.8rem 0; }
.layer h4 { margin: 0; font-size: 0.95rem; }
pre del { background: color-mix(in srgb, var(--failed) 25%, transparent); }
pre ins { background: color-mix(in srgb, var(--passed) 25%, transparent); text-decoration: none; }
.problem.lost { border-color: var(--failed); }
.problem.gained { border-color: var(--passed); }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 0.8rem; }
.sides pre { max-height: 16rem; }
.legend { color: var(--dim); font-size: 0.9rem; }
`;
