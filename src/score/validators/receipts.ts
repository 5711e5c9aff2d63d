import { isFields } from "./fields.ts";

/** Each skill that was used has one receipt, with a message that says something. */
export function receipts(answer: unknown): string[] {
  const given = isFields(answer) ? answer["used_skill_receipts"] : undefined;
  if (!Array.isArray(given)) return ["expected used_skill_receipts, a list"];
  const seen = new Set<unknown>();
  return given.flatMap((receipt, i) => {
    const { package_name: name, message } = isFields(receipt) ? receipt : {};
    const again = seen.has(name);
    seen.add(name);
    return [
      ...(again ? [`used_skill_receipts[${i}] is a second receipt for ${String(name)}`] : []),
      ...(typeof message === "string" && message.trim() !== ""
        ? []
        : [`used_skill_receipts[${i}] says nothing`]),
    ];
  });
}
