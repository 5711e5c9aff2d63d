import { isNothing, takeFields, takeList, takeText } from "./take.ts";

/**
 * Recalled facts as bullets. A fact that has a date shows when it was observed: when it happened, or else when it was
 * told. What does not begin like a date counts as none.
 */
export function renderRecall(value: unknown): string {
  if (isNothing(value)) return "";
  return takeList(value, "facts")
    .map((item) => {
      const fact = takeFields(item, "each fact");
      const date = dateIn(takeText(fact, "occurred_start")) ?? dateIn(takeText(fact, "mentioned_at"));
      return { date, text: takeText(fact, "text")?.trim() ?? "" };
    })
    .filter(({ text }) => text !== "")
    .map(({ date, text }) => `- ${date === undefined ? "" : `[observed ${date}] `}${asItem(text)}`)
    .join("\n");
}

function dateIn(time: string | undefined): string | undefined {
  return /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(time ?? "")?.[0];
}

/** Further lines are indented, so that none of them begins a bullet of its own. */
function asItem(text: string): string {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).join("\n  ");
}
