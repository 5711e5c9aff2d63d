import { isFields } from "./fields.ts";

/** Fields that a decision needs beside itself. */
const needed: Readonly<Record<string, readonly string[]>> = {
  patch_existing: ["target_skill"],
  create_new: ["topic_hint"],
};

/** A `decision` comes with the fields that it makes necessary. */
export function conditionalFields(answer: unknown): string[] {
  const decision = isFields(answer) ? answer["decision"] : undefined;
  if (typeof decision !== "string") return ["expected a decision"];
  const fields = Object.hasOwn(needed, decision) ? needed[decision]! : [];
  return fields
    .filter((field) => isBlank((answer as Record<string, unknown>)[field]))
    .map((field) => `decision ${decision} needs ${field}`);
}

function isBlank(value: unknown): boolean {
  return typeof value !== "string" || value.trim() === "";
}
