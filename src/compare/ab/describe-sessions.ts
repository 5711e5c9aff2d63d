import { plainLine } from "../../util/index.ts";
import { counted, grouped, points, signedPoints } from "../numbers.ts";
import type { SessionComparison, SessionGroup } from "../sessions.ts";

/** A comparison of sessions in sentences, the verdict first. */
export function describeSessions(comparison: SessionComparison, margin: number): string[] {
  const { verdict, interval, a, b, unmeasured, cap } = comparison;
  const group = (name: string, { sessions, clusters, rate }: SessionGroup) =>
    `${name}: ${counted(sessions, "session")} of ${grouped(clusters)} ${clusters === 1 ? "user or task" : "users or tasks"}, ${rate === null ? "none measured" : `${points(rate)}% good`}.`;
  const fits =
    interval === null
      ? []
      : [
          `Most likely change ${signedPoints(interval.diff)} points; between ${signedPoints(interval.lower)} and ${signedPoints(interval.upper)} fits the sessions.`,
        ];
  const missing = unmeasured.a + unmeasured.b;
  return [
    {
      improved: "B is better.",
      regressed: "B is worse.",
      inconclusive: "Can't tell.",
      neutral: neutral(margin),
    }[verdict],
    ...fits,
    group("A", a),
    group("B", b),
    ...(missing > 0 ? [`Without an outcome: ${unmeasured.a} of A, ${unmeasured.b} of B.`] : []),
    ...(cap === null ? [] : [capWords[cap]]),
  ].map(plainLine);
}

function neutral(margin: number): string {
  return `No real change. A drop of more than ${points(margin)} points is ruled out.`;
}

const capWords = {
  "too-many-unmeasured":
    "More than 2% of the sessions have no outcome, and those may not be like the others.",
  "unequally-unmeasured": "One version has many more sessions without an outcome than the other.",
};
