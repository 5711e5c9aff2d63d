import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { aRepository } from "./testing.ts";

const cli = path.resolve(import.meta.dirname, "../cli.ts");

// The one difference between two worlds that no scenario can declare: the locale and zone of the process.
test("prompts are the same bytes in every locale and time zone of the process", async () => {
  await using repository = await aRepository();
  const assembled = (env: Record<string, string>) =>
    execFileSync(process.execPath, [cli, "assemble", "--json"], {
      cwd: repository.path,
      encoding: "utf8",
      env: { ...process.env, ...env },
    });
  const here = assembled({ LC_ALL: "C", LANG: "C", TZ: "UTC" });
  expect(here).toContain('"hash": "sha256:');
  expect(assembled({ LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati" })).toBe(here);
  expect(assembled({ LC_ALL: "sv_SE.UTF-8", LANG: "sv_SE.UTF-8", TZ: "America/St_Johns" })).toBe(here);
});
