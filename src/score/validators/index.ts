import { bootstrapStage } from "./bootstrap-stage.ts";
import { conditionalFields } from "./conditional-fields.ts";
import { mediaGroups } from "./media-groups.ts";
import { receipts } from "./receipts.ts";
import { richContent } from "./rich-content.ts";
import { fallbackChunks, utf16Caps } from "./utf16-caps.ts";

/** Checks of a parsed answer that JSON Schema cannot say; returns what is wrong, nothing when all is well. */
export type Validator = (value: unknown) => string[];

/** The named validators that any contract can list under `rules:`. */
export const validators: Readonly<Record<string, Validator>> = {
  "bootstrap-stage": bootstrapStage,
  "conditional-fields": conditionalFields,
  "fallback-chunks": fallbackChunks,
  "media-groups": mediaGroups,
  receipts,
  "rich-content": richContent,
  "utf16-caps": utf16Caps,
};

export const ruleNames: readonly string[] = Object.keys(validators);
