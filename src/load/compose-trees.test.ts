import { expect, test } from "vitest";
import { composeTrees } from "./compose-trees.ts";
import { memoryTree } from "./memory-tree.ts";

test("prompts come from one tree, everything else from the other", () => {
  const tree = composeTrees({
    prompts: memoryTree({ "prompts/a.md": "old", "evals/x.yaml": "old" }),
    rest: memoryTree({ "prompts/a.md": "new", "prompts/b.md": "new", "evals/x.yaml": "new" }),
  });
  const read = (path: string) => {
    const entry = tree.lookup(path);
    return entry.kind === "file" ? Buffer.from(entry.read()).toString("utf8") : entry.kind;
  };
  expect(
    ["prompts/a.md", "prompts/b.md", "evals/../evals/x.yaml", "evals/../prompts/a.md"].map(read),
  ).toEqual([...["old", "missing", "new", "old"]]);
  expect(tree.lookup("")).toMatchObject({ names: ["evals", "prompts"] });
});

test("prompts that the first tree lacks are not there", () => {
  const tree = composeTrees({ prompts: memoryTree({}), rest: memoryTree({ "prompts/a.md": "new", x: "" }) });
  expect(tree.lookup("prompts").kind).toBe("missing");
  expect(tree.lookup(".")).toMatchObject({ names: ["x"] });
});
