import { describe, expect, test } from "vitest";
import { findSections } from "./directives.ts";

const heading = "## Compaction";

describe("a section", () => {
  test("goes to the next heading of its level or above", () => {
    const text = "# A\n\n## Compaction\n\nKeep it.\n\n### More\n\nAnd that.\n\n## Other\n\nNo.";
    expect(findSections(text, heading)).toBe("## Compaction\n\nKeep it.\n\n### More\n\nAnd that.");
  });

  test("goes to the end where nothing follows", () => {
    expect(findSections("## Compaction\nKeep it.\n", heading)).toBe("## Compaction\nKeep it.");
  });

  test("of each file is taken, in order", () => {
    expect(findSections("## Compaction\nA\n# B\n## Compaction\nC", heading)).toBe(
      "## Compaction\nA\n\n## Compaction\nC",
    );
  });

  test.each([
    ["another heading", "## Compactions\nx"],
    ["another level", "### Compaction\nx"],
    ["a heading in a fence", "```md\n## Compaction\nx\n```"],
    ["nothing", ""],
  ])("is none in %s", (_, text) => {
    expect(findSections(text, heading)).toBeNull();
  });

  test("does not end with a comment in a fence", () => {
    const text = "## Compaction\n\n```sh\n# keep this\n```\nAnd this.\n## Next\nx";
    expect(findSections(text, heading)).toBe("## Compaction\n\n```sh\n# keep this\n```\nAnd this.");
  });
});
