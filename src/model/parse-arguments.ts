/** The value of a tool call's arguments; the text itself where it is not valid JSON; no text is no arguments. */
export function parseArguments(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
