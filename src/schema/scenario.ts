import { z } from "zod";
import { fileName, format, name, object, relativePath } from "./common.ts";

const absolute = z.string().regex(/^\/[^\0]*[^/\0]$/, "must be an absolute POSIX path without a final slash");

const folder = object({
  root: absolute.describe("Where the agent sees it."),
  over: z
    .string()
    .optional()
    .describe("A folder of this repository that shows through below the scenario's own files."),
});

/** A date and time with its offset; the date is the one on this clock's wall. */
const clock = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/,
    "must be like 2026-03-30T14:30:00-07:00 (quote it)",
  );

const git = z.union([
  z.literal("none"),
  object({
    root: absolute,
    branch: z.string().min(1),
    dirty: z.int().min(0).default(0),
    commit: z.string().optional(),
  }),
]);

/** `scenario.yaml`: the world an assembly is made in. */
export const scenarioFile = object({
  strata: format,
  id: name,
  description: z.string(),
  clock,
  os: z.string(),
  shell: z.string(),
  cwd: absolute,
  workspace: folder,
  home: folder,
  managed: folder.default({ root: "/etc" }),
  git: git.describe("Declared, never read from disk."),
  files: z
    .record(fileName, fileName)
    .default({})
    .describe("Name the agent sees: name on disk. No file here may bear a name that an agent obeys."),
  reads: z
    .array(relativePath)
    .default([])
    .describe("Workspace files read so far, relative to the workspace root."),
  values: z.record(name, z.json()).default({}).describe("Values for the inputs that stacks declare."),
  later: z
    .record(name, z.json())
    .optional()
    .describe("Values that are different minutes later, such as a relative time; strata cache tries them."),
});

export type WrittenScenario = z.output<typeof scenarioFile>;
