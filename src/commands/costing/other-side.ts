import type { Combination } from "../../assemble/index.ts";
import { diskTree, loadProjectAt, openRepository, type Prompts } from "../../load/index.ts";
import { type Finding, UserError } from "../../util/index.ts";
import { commandFinding } from "../messages.ts";
import { type Operand, parseOperand } from "../operand.ts";
import type { Choosable } from "../select-combinations.ts";

/** The version of the prompts that is compared with. */
export interface OtherSide {
  /** The same combination there, in the same scenario and for the same model; undefined when it has none. */
  combination(one: Combination): Combination | undefined;
  /** What was asked for and is not there, so far. */
  missing(): Finding[];
}

/** Opens another version or variant: its prompts, on the scenarios and models of the working tree. */
export async function otherSide(root: string, own: Choosable, text: string): Promise<OtherSide> {
  const operand = parseOperand(text);
  const { stacks } = operand.ref === "." ? own : await promptsAt(root, operand);
  const missing = new Set<string>();
  return {
    combination: (one) => {
      const { stack, profile } = one;
      const other = stacks.get(stack.id)?.get(operand.variant ?? stack.variant);
      const otherProfile = other?.profiles.get(operand.profile ?? profile.id);
      const isSame = operand.ref === "." && other === stack && otherProfile === profile;
      if (other !== undefined && otherProfile !== undefined && !isSame)
        return { ...one, stack: other, profile: otherProfile };
      if (!isSame)
        missing.add(`${stack.id}@${operand.variant ?? stack.variant} ${operand.profile ?? profile.id}`);
      return undefined;
    },
    missing: () =>
      [...missing].map((name) => commandFinding("not-against", { name, operand: text }, {}, "info")),
  };
}

async function promptsAt(root: string, { ref }: Operand): Promise<Pick<Prompts, "stacks">> {
  const { project, findings } = await loadProjectAt(await openRepository(root), ref, diskTree(root));
  // The scenarios of today need not fit prompts of another day, nor their cases.
  const errors = findings.filter(
    ({ severity, file = "" }) => severity === "error" && /(^|:)prompts(\/|$)/.test(file),
  );
  if (errors.length > 0) throw new UserError(errors);
  return project;
}
