import { type Command, Option } from "commander";
import { parseAmount, parseCount } from "./parse.ts";

/** Declares a verb with its options, in the order in which help shows them. */
export function verb(program: Command, usage: string, description: string, options: Option[]): Command {
  const command = program.command(usage).description(description);
  for (const one of options) command.addOption(one);
  return command;
}

export function option(flags: string, description: string): Option {
  return new Option(flags, description);
}

/** An option that may be given several times, or once with commas. */
export function listOption(flags: string, description: string): Option {
  return option(flags, `${description}; may be repeated`).argParser(
    (value: string, before: string[] | undefined) => [
      ...(before ?? []),
      // An empty list selects nothing, and is refused for that.
      ...value.split(",").filter((name) => name !== ""),
    ],
  );
}

/** Which combinations. */
export function combinations(): Option[] {
  return [
    listOption("--stack <id>", "only this stack"),
    listOption("--profile <id>", "only this profile"),
    listOption("--model <id>", "only assembled for this model"),
  ];
}

/** Which cases, on which combinations. */
export function cases(): Option[] {
  return [
    listOption("--case <id>", "only this case"),
    listOption("--tag <tag>", "only cases with this tag"),
    ...combinations(),
  ];
}

export function scenario(what = "the world to assemble in"): Option {
  return option("--scenario <id>", `${what} (default: the stack's reference)`);
}

export function variant(): Option {
  return option("--variant <id>", "the variant of the stack (default: default)");
}

export function answer(): Option {
  return option("--answer <id>", "the model that answers, whatever the suite says");
}

/** Where answers come from. */
export function stored(): Option[] {
  const modes = ["auto", "live", "record", "replay"];
  return [
    option("--mode <mode>", "where answers come from").choices(modes),
    option("--recordings <dir>", "folder of recorded answers (default: corpus/recordings, if it exists)"),
  ];
}

/** What may be spent on `what`. */
export function ceilings(what: string): Option[] {
  return [
    option("--max-cost <usd>", `stop before ${what} costs more US dollars`).argParser(parseAmount),
    option("--max-calls <n>", "stop before more calls are made").argParser(parseCount),
  ];
}

export function json(what?: string): Option {
  return option("--json", `print one JSON document${what === undefined ? "" : `: ${what}`}`);
}
