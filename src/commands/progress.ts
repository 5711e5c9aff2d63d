import { formatMoney, type Money } from "../cost/index.ts";
import { type Io, wantsAnimation } from "./io.ts";

/** Shows how far long work is, on stderr: one redrawn line on a terminal, a line every few seconds elsewhere. */
export function createProgress(io: Io, total: number) {
  const animate = wantsAnimation(io.stderr, io.env);
  const every = animate ? 100 : 5000;
  let started: number | undefined;
  let last = io.now().getTime();

  function update(done: number, planned = total, paid: Money | null = null): void {
    // The clock is asked rarely: trials of the embedded model take less time than the question.
    if (paid === null && done % 16 !== 0) return;
    const now = io.now().getTime();
    // The rate starts after the first trials: loading the graders is over by then.
    started ??= now;
    if (now - last < every) return;
    last = now;
    const rate = done / Math.max(0.001, (now - started) / 1000);
    const cost = paid === null ? "" : `${formatMoney(paid)} so far, `;
    const left = Math.ceil((planned - done) / rate);
    const line = `${done} of ${planned} trials, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)} a second, ${cost}${left} s left`;
    io.stderr.write(animate ? `\r\u001b[K${line}` : `${line}\n`);
  }
  return { update, end: () => void (animate && io.stderr.write("\r\u001b[K")) };
}
