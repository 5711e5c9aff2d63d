import type { PlayedCall, ToolCallMade } from "./types.ts";

/** Arguments that a shell runs, by the names that agents give them. */
const commandNames = new Set(["cmd", "command", "commands", "script"]);

/** The shell commands among a call's arguments. */
export function commandsOf({ arguments: given }: ToolCallMade): string[] {
  if (typeof given !== "object" || given === null) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    if (!commandNames.has(name)) return [];
    // Some agents give a command as the list of its words.
    const texts = stringsIn(value).map(({ text }) => text);
    return texts.length > 1 ? [texts.join(" ")] : texts;
  });
}

/** Texts of a call that say where it acts: all its arguments but those that it writes into a file. */
export function targetsOf(call: PlayedCall): string[] {
  const written = new Set(call.scripted.changes?.map(({ textArgument }) => textArgument));
  return stringsIn(call.arguments).flatMap(({ name, text }) => (written.has(name) ? [] : [text]));
}

/** Every text among the arguments, under the name of the outermost one. */
export function stringsIn(given: unknown, name = ""): { name: string; text: string }[] {
  if (typeof given === "string") return [{ name, text: given }];
  if (typeof given !== "object" || given === null) return [];
  return Object.entries(given).flatMap(([key, value]) => stringsIn(value, name === "" ? key : name));
}
