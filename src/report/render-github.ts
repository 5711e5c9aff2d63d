import { type Finding, plainLine } from "../util/index.ts";

/** Workflow commands that GitHub shows as annotations on the changed lines. */
export function renderGithub(findings: readonly Finding[]): string {
  return findings.map((finding) => `${annotation(finding)}\n`).join("");
}

function annotation({ severity, kind, message, file, line }: Finding): string {
  const level = severity === "info" ? "notice" : severity;
  const properties = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    `title=${property(kind)}`,
  ];
  return `::${level} ${properties.join(",")}::${data(message)}`;
}

/** A message is text of prompts in part: nothing in it may start another command. */
function data(text: string): string {
  return plainLine(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
