import { loosePattern } from "../text/tool-names.ts";
import { defineRule } from "../types.ts";

/** A tool that a profile has, and of which nothing says what it is. */
export const unexplainedTool = defineRule({
  kind: "unexplained-tool",
  severity: "warning",
  heuristic: false,
  inputs: ["stack", "prompts"],
  *run({ stack, prompts }) {
    for (const { name, description } of stack.tools) {
      if (description !== undefined && description.trim() !== "") continue;
      const pattern = loosePattern(name);
      const silent = prompts.find(
        ({ profile, assembly }) =>
          profile?.tools.some((tool) => tool.name === name) === true && !pattern.test(assembly?.text ?? ""),
      );
      if (silent === undefined) continue;
      const args = { tool: name, profile: silent.profile!.id };
      yield { line: stack.lineAt(["tools", name]), file: stack.file, args };
    }
  },
});
