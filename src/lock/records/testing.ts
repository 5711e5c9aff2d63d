import { assembleIn, aProject, type ProjectSpec } from "../../assemble/testing.ts";

/** What no record may hold: words that a person wrote. */
export const personal = { memory: "Anna's PIN is 4711.", turn: "My dog is ill." };

/** A stack with a versioned layer, memory of the workspace and of the home folder, a secret, and a turn's own text. */
const recorded = {
  inputs: {
    token: { type: "text", default: "tok-5f3a" },
    recall: { type: "text", default: personal.turn },
  },
  layers: [
    { id: "core", tier: "core", source: { file: "core.md" } },
    { id: "token", tier: "core", heading: "Token:", secret: true, source: { value: "token" } },
    {
      ...{ id: "memory", tier: "session" },
      source: {
        ranked: {
          order: ["project", "user"],
          entries: {
            project: { path: "{{workspace}}/NOTES.md" },
            user: { path: "{{home}}/.demo/ME.md", absolute: true },
          },
        },
      },
    },
    { id: "recall", tier: "turn", channel: "user_prefix", source: { value: "recall" } },
    { id: "seal", tier: "turn", channel: "user_prefix", secret: true, source: { value: "token" } },
  ],
};

/** An assembly of {@link recorded}. */
export function aRecordedAssembly(spec: ProjectSpec = {}) {
  return assembleIn(
    aProject({
      ...{ stack: recorded, workspace: { "NOTES.md": personal.memory } },
      ...{ home: { ".demo/ME.md": "I like tea." } },
      ...spec,
    }),
  );
}
