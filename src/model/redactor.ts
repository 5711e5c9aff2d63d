/** Takes secrets out of a text. */
export interface Redactor {
  (text: string): string;
  /** Adds a secret that became known later. */
  add(secret: string): void;
}

/** What stands where a secret was. */
export const redacted = "[redacted]";

/** Shorter values are too likely to be part of an ordinary word. */
const shortestSecret = 6;

/**
 * How keys of well-known services look, and credentials in headers and addresses. The parts that stay, such as
 * `Bearer `, are in lookbehinds. Every pattern starts with a literal, so a megabyte of text is read in linear time.
 */
const secretPatterns: readonly RegExp[] = [
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\bgh[opsu]_[A-Za-z0-9]{30,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{30,}/g,
  /\bxox[abpr]-[A-Za-z0-9-]{10,}/g,
  /\bhf_[A-Za-z0-9]{30,}/g,
  /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/g,
  /(?<=\bBearer\s)[A-Za-z0-9._~+/=-]{8,}/gi,
  /(?<=\bx-api-key["']?\s?[:=]\s?["']?)[^\s"',;]{8,}/gi,
  /(?<=\bhttps?:\/\/)[^\s/@:]{1,100}:[^\s/@]{1,200}(?=@)/gi,
];

/**
 * Makes a redactor by value (each secret as it is, in a URL, in JSON and in base64) and by pattern. Give no pattern to
 * keep texts that only look like a secret, such as a prompt's own examples.
 */
export function createRedactor(
  secrets: Iterable<string> = [],
  patterns: readonly RegExp[] = secretPatterns,
): Redactor {
  const forms = new Set<string>();
  let known: string[] = [];
  const add = (secret: string): void => {
    for (const value of [secret, secret.trim()]) {
      if (value.length < shortestSecret) continue;
      forms.add(value).add(encodeURIComponent(value)).add(JSON.stringify(value).slice(1, -1));
      forms.add(Buffer.from(value, "utf8").toString("base64"));
    }
    // A secret may be the beginning of another one.
    known = [...forms].toSorted((a, b) => b.length - a.length);
  };
  for (const secret of secrets) add(secret);
  const redact = (text: string): string => {
    let result = text;
    for (const form of known) result = result.replaceAll(form, redacted);
    for (const pattern of patterns) result = result.replaceAll(pattern, redacted);
    return result;
  };
  return Object.assign(redact, { add });
}

const secretName = /(?:^|_)(?:(?:API|ACCESS|SECRET|PRIVATE|AUTH)_?KEY|TOKEN|SECRET|PASSWORD|PASSWD)$/i;

/** Values of an environment that are secrets: the variables named here, and all whose name says so. */
export function secretsOf(
  env: Readonly<Record<string, string | undefined>>,
  variables: Iterable<string> = [],
): string[] {
  const named = new Set(variables);
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value !== "" && (named.has(name) || secretName.test(name)) ? [value] : [],
  );
}
