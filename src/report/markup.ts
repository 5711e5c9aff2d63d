import { plainText } from "../util/index.ts";

/** HTML that is markup already, so that it is not escaped again. */
export interface Markup {
  readonly text: string;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * HTML as written in the template; every string put into it is made plain and escaped, for text and for
 * quoted attributes. Not named `html`: formatters would then add spaces, which script hashes do not forgive.
 */
export function markup(
  template: TemplateStringsArray,
  ...values: (string | number | Markup | Markup[])[]
): Markup {
  return { text: String.raw({ raw: template }, ...values.map(insert)) };
}

/** HTML from a string that no outsider wrote. */
export function trustedMarkup(text: string): Markup {
  return { text };
}

/**
 * A script as it may stand in a `<script>` element. `</script` would end it and `<!--` could hide its
 * end tag; escaped like this both still mean the same in string, template and regular expression literals.
 */
export function escapeScript(source: string): string {
  return source.replaceAll(/<(?=\/script)/gi, "<\\").replaceAll("<!--", String.raw`<\x21--`);
}

function insert(value: string | number | Markup | Markup[]): string {
  if (typeof value !== "object")
    return plainText(String(value)).replaceAll(/[&<>"']/g, (sign) => entities[sign]!);
  return Array.isArray(value) ? value.map((item) => item.text).join("") : value.text;
}
