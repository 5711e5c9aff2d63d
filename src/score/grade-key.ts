import { type Sha256, sha256, stableJson } from "../util/index.ts";
import type { Assertion } from "./types.ts";

/** Raised when the meaning of an assertion changes, so that stored outputs are graded again. */
const version = 1;

/**
 * Identifies a grading: the assertions in their order, whatever the order of their keys, the judging model, and what
 * else decides the verdict of an agent's run.
 */
export function gradeKey(assertions: readonly Assertion[], grader: string | null, agent?: object): Sha256 {
  return sha256(stableJson({ v: version, assertions, grader, ...(agent === undefined ? {} : { agent }) }));
}
