import type { Repository } from "../load/index.ts";
import { UserError } from "../util/index.ts";
import { commandFinding } from "./messages.ts";

/** One side of a comparison. */
export interface Operand {
  /** As it was written. */
  text: string;
  /** A git ref, "." for the working tree, or ":" for the index. */
  ref: string;
  variant?: string;
  profile?: string;
  model?: string;
}

/** What {@link parseOperand} takes, for the help of a command. */
export const operandHelp = `
A and B are [REF][@VARIANT][,profile=ID][,model=ID]. REF is a commit, branch or tag, "." the working tree (also when
it is left out) or ":" the index:
  main            the default branch            HEAD~1@brief    a variant as it was a commit ago
  @brief          a variant, working tree       :               what is staged
  profile=review  one profile, working tree     v1,model=a:b    assembled for one model at a tag`;

/** Reads an operand. Throws a UserError for one that is not of the form in {@link operandHelp}. */
export function parseOperand(text: string): Operand {
  const refuse = () => new UserError([commandFinding("bad-operand", { operand: text })]);
  const [head = "", ...settings] = `,${text}`.split(/,(?=(?:profile|model)=)/);
  const [, ref = "", variant] = /^(.*?)(?:@([a-z0-9][\w.-]*))?$/i.exec(head.replace(/^,/, "")) ?? [];
  if (text === "" || ref.endsWith("@") || ref.startsWith("-")) throw refuse();
  const operand: Operand = { text, ref: ref === "" ? "." : ref };
  if (variant !== undefined) operand.variant = variant;
  for (const setting of settings) {
    const key = setting.startsWith("profile=") ? "profile" : "model";
    const value = setting.slice(key.length + 1);
    if (value === "" || operand[key] !== undefined) throw refuse();
    operand[key] = value;
  }
  return operand;
}

/**
 * The working tree, as the side that was left out: a ref is compared in its own variant, profile and model, a variant
 * of the working tree with the default one.
 */
export function workingTreeBeside(before: Operand): Operand {
  if (before.ref !== ".") return { ...before, text: ".", ref: "." };
  if (before.variant !== undefined) return { text: ".", ref: "." };
  throw new UserError([commandFinding("one-operand", { operand: before.text })]);
}

/** The operand with its ref whole: a tag such as tools@1.2.0 has no variant. */
export async function asRef(repository: Repository | undefined, operand: Operand): Promise<Operand> {
  const { ref, variant, ...rest } = operand;
  if (repository === undefined || variant === undefined || ref === "." || ref === ":") return operand;
  const whole = `${ref}@${variant}`;
  const isRef = await repository.resolve(whole).then(
    () => true,
    () => false,
  );
  return isRef ? { ...rest, ref: whole } : operand;
}
