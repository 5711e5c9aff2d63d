import { fillPlaceholders } from "../../load/index.ts";
import { shorten } from "../text/lines.ts";
import { defineRule } from "../types.ts";

/** A number in the text that repeats a setting, and no longer equals it. */
export const pinnedConstant = defineRule({
  kind: "pinned-constant",
  severity: "error",
  heuristic: false,
  inputs: ["stack", "settings", "texts", "layerLine"],
  *run({ stack, settings, texts, layerLine }) {
    const knob = (name: string): string | undefined => {
      const value = settings.knobs[name] ?? stack.inputs.get(name)?.default;
      return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
    };
    for (const { layer, text: pattern } of settings.pinned) {
      const expected = fillPlaceholders(pattern, knob);
      const own = texts.filter(({ layers, role }) => role === "layer" && layers.includes(layer));
      if (own.some(({ text }) => flat(text).includes(expected))) continue;
      const other = otherValue(pattern);
      const place = own.flatMap(({ file, text, firstLine }) =>
        text.split("\n").flatMap((line, i) => {
          const found = other.exec(line)?.[0];
          return found === undefined ? [] : [{ file, line: firstLine + i, found: shorten(found) }];
        }),
      )[0];
      if (place === undefined) {
        const at =
          own[0] === undefined
            ? { file: stack.file, line: layerLine(layer) }
            : { file: own[0].file, line: own[0].firstLine };
        yield { ...at, layer, args: { expected, found: null } };
      } else yield { file: place.file, line: place.line, layer, args: { expected, found: place.found } };
    }
  },
});

/** The pattern with anything in place of its knobs. */
function otherValue(pattern: string): RegExp {
  const parts = pattern.split(/\{\{[\w.-]+\}\}/);
  const escaped = parts.map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return new RegExp(escaped.join(String.raw`\S{1,30}`));
}

/** Wrapped lines read as one. */
function flat(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
