import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repository } from "../assemble/testing.ts";
import { strata } from "./testing.ts";

// The readers that docs/export.md shows, on an export of the four reference systems.

const page = readFileSync(path.join(repository, "docs/export.md"), "utf8");
const readerIn = (language: string) =>
  new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "m").exec(page)![1]!;
const lacks = (command: string, ...argv: string[]) => spawnSync(command, argv).status !== 0;

/** Reads every example of an export, and prints the texts as JSON by stack, profile, model and channel. */
const mains = {
  python: `
import sys
root, manifest = load(sys.argv[1])
texts = {}
for c in manifest["combinations"]:
    session = json.loads((root / c["example"]).read_bytes())
    for channel in c["channels"]:
        key = " ".join([c["stack"], c["profile"], c["model"], channel])
        texts[key] = channel_text(root, manifest, c, channel, session)
sys.stdout.buffer.write(json.dumps(texts).encode())
`,
  go: `
func decode(path string, into any) {
	data, err := os.ReadFile(path)
	if err == nil { err = json.Unmarshal(data, into) }
	if err != nil { panic(err) }
}
func main() {
	root, texts := os.Args[1], map[string]string{}
	var m Manifest
	decode(filepath.Join(root, "manifest.json"), &m)
	for _, c := range m.Combinations {
		var s Session
		decode(filepath.Join(root, c.Example), &s)
		for name, channel := range c.Channels {
			text, err := ChannelText(root, m, channel, s)
			if err != nil { fmt.Fprintln(os.Stderr, err); os.Exit(1) }
			texts[c.Stack+" "+c.Profile+" "+c.Model+" "+name] = text
		}
	}
	json.NewEncoder(os.Stdout).Encode(texts)
}
`,
};

const models = ["--model", "anthropic:claude-sonnet-4-5,openai:gpt-5-2025-08-07"];
let folder: FsFixture;
/** What the command assembles, without the combinations that have a secret: no export holds it. */
const expected = new Map<string, string>();

beforeAll(async () => {
  folder = await createFixture({
    "reader.py": readerIn("python") + mains.python,
    "reader.go": readerIn("go").replace('"fmt"', '"encoding/json"; "fmt"') + mains.go,
  });
  await strata(repository, ["export", "--out", folder.getPath("out"), ...models]);
  const { stdout } = await strata(repository, ["assemble", "--json", ...models]);
  for (const { stack, profile, model, text, channels } of JSON.parse(stdout)) {
    const texts = { system: { text }, ...channels } as Record<string, { text: string }>;
    for (const [channel, one] of Object.entries(texts)) {
      if (!hasSecret(stack, profile, channel))
        expected.set(`${stack} ${profile} ${model} ${channel}`, one.text);
    }
  }
});

afterAll(() => folder.rm());

function hasSecret(stack: string, profile: string, channel: string): boolean {
  const manifest = JSON.parse(readFileSync(folder.getPath("out/manifest.json"), "utf8"));
  const found = manifest.combinations.find(
    (one: { stack: string; profile: string }) => one.stack === stack && one.profile === profile,
  );
  return (found.channels[channel]?.parts ?? []).some((part: { secret?: boolean }) => part.secret === true);
}

const runs = [
  { language: "python", missing: lacks("python3", "--version"), argv: ["python3", "reader.py"] },
  { language: "go", missing: lacks("go", "version"), argv: ["go", "run", "reader.go"] },
] as const;

describe.each(runs)("the reader in $language", ({ language, missing, argv: [command, ...argv] }) => {
  const read = () =>
    spawnSync(command, [...argv, folder.getPath("out")], {
      ...{ cwd: folder.path, encoding: "utf8", maxBuffer: 1e9 },
      env: { ...process.env, GOCACHE: folder.getPath("cache"), GO111MODULE: "off" },
    });

  test("is shorter than 30 lines", () => {
    expect(readerIn(language).trimEnd().split("\n").length).toBeLessThan(30);
  });

  test.skipIf(missing)(`puts every text together as assemble does (skipped without ${command})`, () => {
    const { stdout, stderr } = read();
    expect(stderr).toBe("");
    const texts = JSON.parse(stdout) as Record<string, string>;
    expect(expected.size).toBeGreaterThan(50);
    for (const [key, text] of expected) expect(texts[key], key).toBe(text);
  });

  test.skipIf(missing)(`refuses a file that was changed (skipped without ${command})`, () => {
    const manifest = JSON.parse(readFileSync(folder.getPath("out/manifest.json"), "utf8"));
    const [file] = Object.keys(manifest.files).filter((name) => name.endsWith(".static.txt"));
    const before = readFileSync(folder.getPath("out", file!));
    appendFileSync(folder.getPath("out", file!), "!");
    const { status, stderr } = read();
    writeFileSync(folder.getPath("out", file!), before);
    expect(status).not.toBe(0);
    expect(stderr).toContain(`${file!} is not the file that the manifest names`);
  });
});

test("sha256sum verifies the export, and finds a changed byte", () => {
  const check = () =>
    spawnSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], {
      cwd: folder.getPath("out"),
      encoding: "utf8",
    });
  expect(check()).toMatchObject({ status: 0, stdout: "" });
  appendFileSync(folder.getPath("out/manifest.json"), " ");
  expect(check()).toMatchObject({ status: 1, stdout: "manifest.json: FAILED\n" });
});
