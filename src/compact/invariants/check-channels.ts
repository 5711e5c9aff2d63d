import type { Boundary, Expectations } from "../types.ts";
import { conversationIn, occurrences, type Report } from "./context.ts";

/** Directives and focus reach the summarizer as instructions, and nothing and nobody else. */
export function checkChannels(
  boundary: Boundary,
  expectations: Expectations,
  layer: string,
  report: Report,
): void {
  const { before, after, outcome } = boundary;
  const requests = "summarizerRequests" in outcome ? outcome.summarizerRequests : [];
  const { directives, focus } = expectations;
  const said = conversationIn(before);
  if (directives !== null) {
    const { text, to } = directives;
    const told = requests.filter(({ system }) => system.includes(text)).length;
    if (to === "summarizer" && told < requests.length) report("directives-undelivered", layer, {});
    if (to === "none" && told > 0) report("directives-leaked", layer, {});
    const inHistory = requests.some(({ messages }) => messages.some(({ content }) => content.includes(text)));
    if (inHistory && !said.some(({ content }) => content.includes(text)))
      report("directives-in-history", layer, {});
  }
  if (focus === null) return;
  if (requests.some(({ system }) => !system.includes(focus))) report("focus-undelivered", "focus", {});
  const count = ({ request }: Boundary["before"]): number =>
    occurrences(request.system, focus) +
    request.messages.reduce((sum, { content }) => sum + occurrences(content, focus), 0);
  // A summary quotes the conversation; only what was not said in it is a leak.
  const leaked = count(after) > count(before) || (count(before) === 0 && count(after) > 0);
  if (leaked) report("focus-leaked", "focus", {});
}

/** A rule that was changed during the session is visible as it was told last. */
export function checkRules({ after }: Boundary, { rules }: Expectations, report: Report): void {
  const messages = after.request.messages.map(({ content }) => content);
  for (const { layer, newest, older } of rules) {
    const shown = messages.some((content) => content.includes(newest));
    if (!shown) report("rule-lost", layer, {});
    const stale = older.some((text) => messages.some((content) => content.includes(text)));
    // With the newest behind it an old text is only in the way.
    if (stale) report("rule-stale", layer, {}, shown ? "warning" : "error");
  }
}
