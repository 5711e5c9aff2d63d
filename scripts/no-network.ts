import { appendFileSync } from "node:fs";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

/*
 * Importing this module makes the process refuse every connection and name look-up that leaves this machine,
 * and keep a list of the attempts. As a preload (`node --import ./scripts/no-network.ts …`) it also writes them
 * to a file.
 */

/** Names the file that attempts are appended to; the file exists as soon as the guard is in place. */
export const logVariable = "STRATA_NETWORK_LOG";

// One list for the process: a test runner may load this module more than once.
const shared = globalThis as { [key: symbol]: string[] | undefined };
const key = Symbol.for("strata.network-attempts");

/** Hands over the attempts made so far, and forgets them. */
export function takeNetworkAttempts(): string[] {
  return shared[key]?.splice(0) ?? [];
}

if (shared[key] === undefined) {
  shared[key] = [];
  const connect = net.Socket.prototype.connect as (...args: unknown[]) => net.Socket;
  net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
    refuseUnlessLocal("connect", connectHost(args));
    return connect.apply(this, args);
  };
  guardLookups(dns);
  guardLookups(dns.promises);
  guardLookups(dns.Resolver.prototype);
  guardLookups(dns.promises.Resolver.prototype);
  syncBuiltinESMExports();
  writeLog("");
}

/** The host of a `connect` call, in each of its forms; undefined is Node's default, this machine. */
function connectHost(args: unknown[]): string | undefined {
  // net.connect() passes its arguments on as one normalised array.
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === "object" && first !== null) {
    const { host, path } = first as { host?: string; path?: string | null };
    return path ? undefined : host; // a path is a socket file; node:http sets it to null
  }
  return typeof second === "string" ? second : undefined;
}

function guardLookups(target: object): void {
  const methods = target as Record<string, unknown>;
  for (const name of Object.getOwnPropertyNames(target)) {
    const original = methods[name];
    if (typeof original !== "function" || !/^(lookup|resolve|reverse)/.test(name)) continue;
    methods[name] = function (this: unknown, ...args: unknown[]) {
      refuseUnlessLocal(`dns.${name}`, String(args[0]));
      return original.apply(this, args);
    };
  }
}

function refuseUnlessLocal(action: string, host: string | undefined): void {
  if (host === undefined || isLoopback(host)) return;
  const attempt = `${action} ${host}`;
  shared[key]?.push(attempt);
  writeLog(`${attempt}\n`);
  throw new Error(`network access refused by scripts/no-network.ts: ${attempt}`);
}

function writeLog(text: string): void {
  const file = process.env[logVariable];
  if (file !== undefined) appendFileSync(file, text);
}

function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/i.test(host);
}
