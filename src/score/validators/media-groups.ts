import { isFields, valuesUnder } from "./fields.ts";

/** Attachments with equal `media_group_id` travel as one group, so they stand next to each other. */
export function mediaGroups(answer: unknown): string[] {
  return [...valuesUnder("attachments", answer)].flatMap(({ at, value }) => {
    if (!Array.isArray(value)) return [];
    const runs = groupsOf(value).map(([group]) => idOf(group));
    const torn = runs.filter((id, i) => id !== undefined && runs.indexOf(id) < i);
    return [...new Set(torn)].map((id) => `${at} has other items within the group "${id}"`);
  });
}

/** Attachments in the groups in which they are sent; one without an id goes alone. */
export function groupsOf(attachments: readonly unknown[]): unknown[][] {
  const groups: unknown[][] = [];
  for (const attachment of attachments) {
    const last = groups.at(-1);
    const id = idOf(attachment);
    if (last !== undefined && id !== undefined && idOf(last[0]) === id) last.push(attachment);
    else groups.push([attachment]);
  }
  return groups;
}

function idOf(attachment: unknown): string | undefined {
  const id = isFields(attachment) ? attachment["media_group_id"] : undefined;
  return typeof id === "string" ? id : undefined;
}
