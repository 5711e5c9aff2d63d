export { applyBaseline, type Baseline, makeBaseline } from "./baseline.ts";
export { fixFormat } from "./fix/format.ts";
export { lintProject, type LintResult, lintTexts } from "./lint-project.ts";
export { ruleTitles } from "./messages.ts";
export { promptText } from "./prompt-text.ts";
export { rules } from "./rules/index.ts";
export type { LintFinding, LintSeverity, PromptText } from "./types.ts";
