import type { Rule } from "../types.ts";
import { aspirational } from "./aspirational.ts";
import { brokenCharacter } from "./broken-character.ts";
import { copiedCode } from "./copied-code.ts";
import { cutWithoutMarker } from "./cut-without-marker.ts";
import { danglingTool } from "./dangling-tool.ts";
import { deadFile } from "./dead-file.ts";
import { duplicateRule, nearDuplicateRule } from "./duplicate-rule.ts";
import { emphasis } from "./emphasis.ts";
import { byteOrderMark, frontMatterOrder, lineEnds, trailingSpace } from "./format-rules.ts";
import { frontMatterInText } from "./front-matter-in-text.ts";
import { injectionPhrase } from "./injection-phrase.ts";
import { invisibleCharacter } from "./invisible-character.ts";
import { misplacedText } from "./misplaced-text.ts";
import { modelForkedPrompt } from "./model-forked-prompt.ts";
import { notNfc } from "./not-nfc.ts";
import { looseBudget, overBudget } from "./over-budget.ts";
import { oversizedMemory } from "./oversized-memory.ts";
import { pinnedConstant } from "./pinned-constant.ts";
import { politeness } from "./politeness.ts";
import { productChange } from "./product-change.ts";
import { prohibitionWithoutAlternative } from "./prohibition-without-alternative.ts";
import { readOnlyMutates } from "./read-only-mutates.ts";
import { restatedToolSchema } from "./restated-tool-schema.ts";
import { secret } from "./secret.ts";
import { templateLeftover } from "./template-leftover.ts";
import { unboundedLayer } from "./unbounded-layer.ts";
import { unexplainedTool } from "./unexplained-tool.ts";
import { unresolvedImport } from "./unresolved-import.ts";
import { unselectedLayer } from "./unselected-layer.ts";
import { volatileInPrefix } from "./volatile-in-prefix.ts";

/** Every rule, in the order of the documentation. */
export const rules: readonly Rule[] = [
  volatileInPrefix,
  modelForkedPrompt,
  productChange,
  secret,
  invisibleCharacter,
  injectionPhrase,
  notNfc,
  brokenCharacter,
  lineEnds,
  byteOrderMark,
  trailingSpace,
  frontMatterOrder,
  frontMatterInText,
  templateLeftover,
  overBudget,
  looseBudget,
  oversizedMemory,
  unboundedLayer,
  cutWithoutMarker,
  duplicateRule,
  nearDuplicateRule,
  misplacedText,
  copiedCode,
  deadFile,
  unselectedLayer,
  unresolvedImport,
  danglingTool,
  unexplainedTool,
  readOnlyMutates,
  restatedToolSchema,
  pinnedConstant,
  emphasis,
  politeness,
  aspirational,
  prohibitionWithoutAlternative,
];
