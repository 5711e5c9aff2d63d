import { execFile } from "node:child_process";
import dns, { lookup } from "node:dns";
import http from "node:http";
import net from "node:net";
import tls from "node:tls";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { logVariable, takeNetworkAttempts } from "./no-network.ts";

const run = promisify(execFile);

test("refuses and records a connection to another machine, whichever way it is opened", async () => {
  await expect(fetch("http://192.0.2.1/")).rejects.toThrow("fetch failed");
  expect(() => net.connect(443, "192.0.2.2")).toThrow(/refused/);
  expect(() => net.connect({ port: 443, host: "192.0.2.3" })).toThrow(/refused/);
  expect(() => new net.Socket().connect(443, "192.0.2.4")).toThrow(/refused/);
  expect(() => tls.connect({ port: 443, host: "192.0.2.5" })).toThrow(/refused/);
  expect(() => http.get("http://192.0.2.6/")).toThrow(/refused/);
  expect(takeNetworkAttempts()).toEqual([1, 2, 3, 4, 5, 6].map((last) => `connect 192.0.2.${last}`));
});

test("refuses and records a name look-up", async () => {
  expect(() => lookup("a.example", () => {})).toThrow(/refused/);
  expect(() => dns.promises.resolve4("b.example")).toThrow(/refused/);
  expect(() => new dns.Resolver().resolve("c.example", () => {})).toThrow(/refused/);
  await expect(fetch("https://d.example/")).rejects.toThrow("fetch failed");
  expect(takeNetworkAttempts()).toEqual([
    "dns.lookup a.example",
    "dns.resolve4 b.example",
    "dns.resolve c.example",
    "connect d.example",
  ]);
});

test("leaves this machine's own addresses alone", async () => {
  const server = http.createServer((_, response) => response.end("hello"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  const answers = ["127.0.0.1", "localhost"].map(async (host) =>
    (await fetch(`http://${host}:${port}/`)).text(),
  );
  expect(await Promise.all(answers)).toEqual(["hello", "hello"]);
  server.close();
  expect(takeNetworkAttempts()).toEqual([]);
});

test("as a preload, writes what a process and its children attempt to a file", async () => {
  await using folder = await createFixture({
    "parent.mjs": `
      import { spawnSync } from "node:child_process";
      await fetch("http://192.0.2.1/").catch(() => {});
      spawnSync(process.execPath, ["--eval", "require('node:net').connect(443, '192.0.2.2')"]);
    `,
  });
  const guard = pathToFileURL(path.join(import.meta.dirname, "no-network.ts"));
  await run(process.execPath, [folder.getPath("parent.mjs")], {
    env: { NODE_OPTIONS: `--import=${guard}`, [logVariable]: folder.getPath("network.log") },
  });
  expect(await folder.readFile("network.log", "utf8")).toBe("connect 192.0.2.1\nconnect 192.0.2.2\n");
});
