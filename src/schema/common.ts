import { z } from "zod";
import { nearest, suggestion } from "../util/index.ts";

/** A strict object whose unknown-key error names the nearest valid key. */
export function object<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== "unrecognized_keys") return undefined;
      const keys = issue.keys as string[];
      return keys
        .map((key) => `unknown key "${key}".${suggestion(nearest(key, Object.keys(shape)))}`)
        .join(" ");
    },
  });
}

/** Every file says which format it has. */
export const format = z.literal(1, { error: "must be 1: this file says which Strata format it has" });

export const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_.-]*$/i, "must be letters, digits, dots, dashes and underscores");

/** Semantic Versioning 2.0.0, without build metadata. */
export const semver = z
  .string({ error: 'must be a semantic version in quotes, such as "1.0.0"' })
  .regex(
    /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/,
    "must be a semantic version such as 1.0.0 (quote it)",
  );

/** A file's name, without its folder. */
export const fileName = z.string().regex(/^(?!\.{1,2}$)[^/\0]+$/, "must be a file's name, without a folder");

/** A path below a root. */
export const relativePath = z
  .string()
  .refine((path) => path !== "" && !path.startsWith("/") && !path.split("/").includes(".."), {
    error: "must be a path below the root, without ..",
  });

/** One name or several; any of them will do. */
export const names = z.union([z.string(), z.array(z.string()).min(1)]);

/** Fails unless exactly one of the keys is given; `what` is the word for the choice. */
export function exactlyOne(keys: readonly string[], what: string) {
  return (value: object, context: z.RefinementCtx) => {
    const given = keys.filter((key) => (value as Record<string, unknown>)[key] !== undefined);
    if (given.length === 1) return;
    context.addIssue({
      code: "custom",
      message:
        given.length === 0
          ? `a ${what} needs one of ${keys.join(", ")}`
          : `a ${what} has one kind, but has ${given.join(" and ")}`,
    });
  };
}
