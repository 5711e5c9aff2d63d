import type { RuleCase } from "./testing-cases.ts";
import { stackRuleCases } from "./testing-rules-stack.ts";
import { textRuleCases } from "./testing-rules-text.ts";
import { wordingRuleCases } from "./testing-rules-wording.ts";

/** A case for every rule, in their order. */
export const ruleCases: readonly RuleCase[] = [...textRuleCases, ...stackRuleCases, ...wordingRuleCases];
