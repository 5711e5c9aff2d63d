import { type Assembly, type CountTokens, layerText } from "../../assemble/index.ts";
import type { Layer, LayerFile, Source } from "../../load/index.ts";
import type { PricedPrompt } from "./types.ts";
import type { SessionPrice } from "./price-session.ts";

/** A line of a prompt. */
export interface PricedLine {
  layer: string;
  /** Of its text, from 1. */
  layerLine: number;
  /** Where it is written, if it is a line of a layer file as it stands there. */
  file: string | null;
  line: number | null;
  text: string;
  tokens: number;
  /** US dollars of one session; null without a price. */
  usd: number | null;
}

/**
 * What each line of a prompt costs: its share of what its layer costs, by tokens. Blank lines are part of the line above.
 * Of secret layers nothing is said.
 */
export function priceLines(
  assembly: Assembly,
  layers: readonly Layer[],
  prompt: PricedPrompt,
  price: SessionPrice,
  countTokens: CountTokens,
): PricedLine[] {
  return prompt.segments.flatMap(({ layer: id }, i): PricedLine[] => {
    const assembled = assembly.layers.find((layer) => layer.id === id);
    if (assembled === undefined || assembly.secrets.includes(assembled.id)) return [];
    const layer = layers.find((one) => one.id === id);
    const find = layer === undefined ? nowhere : lineFinder(filesOf(layer, assembly.profile));
    const usd = price.segments[i] ?? null;
    const lines = withBlanks(layerText(assembly, assembled));
    const counted = lines.map((line) => ({ ...line, tokens: countTokens(line.whole) }));
    // Cut into lines a text has about as many tokens as in one piece: the layer's own count is what is shared out.
    const sum = counted.reduce((total, line) => total + line.tokens, 0);
    return counted.map(({ text, number, tokens: own }) => ({
      ...{ layer: assembled.id, layerLine: number, ...find(text), text },
      tokens: own,
      usd: usd === null || sum === 0 ? null : (usd * own) / sum,
    }));
  });
}

const nowhere = () => ({ file: null, line: null });

/** The lines of a text that say something, each with the blank ones below it. */
function withBlanks(text: string): { text: string; whole: string; number: number }[] {
  const found: { text: string; whole: string; number: number }[] = [];
  for (const [i, whole] of text.split(/(?<=\n)/).entries()) {
    const last = found.at(-1);
    if (whole.trim() === "" && last !== undefined) last.whole += whole;
    else found.push({ text: whole.replace(/\n$/, ""), whole, number: i + 1 });
  }
  return found;
}

/** Layer files keep their order in the text, so each line is looked for behind the one before it. */
function lineFinder(
  files: readonly LayerFile[],
): (text: string) => { file: string | null; line: number | null } {
  const lines = files.flatMap(({ path, text, firstLine }) =>
    text.split("\n").map((line, i) => ({ file: path, line: firstLine + i, text: line.trim() })),
  );
  let next = 0;
  return (text) => {
    const at = lines.findIndex((line, i) => i >= next && line.text === text.trim() && line.text !== "");
    if (at === -1) return nowhere();
    next = at + 1;
    return { file: lines[at]!.file, line: lines[at]!.line };
  };
}

function filesOf({ source, fallback }: Layer, profile: string): LayerFile[] {
  const inSource = (one: Source): LayerFile[] => {
    if (one.kind === "parts") return one.parts.flatMap(inSource);
    return one.kind === "file" ? [one.files.get(profile) ?? []].flat() : [];
  };
  return [...inSource(source), fallback?.get(profile) ?? []].flat();
}
