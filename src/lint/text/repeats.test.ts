import fc from "fast-check";
import { expect, test } from "vitest";
import { promptText } from "../prompt-text.ts";
import { Repeats } from "./repeats.ts";

const vocabulary = ["read", "write", "every", "file", "before", "after", "you", "change", "tests", "answer"];
const sentence = fc.uniqueArray(fc.constantFrom(...vocabulary), { minLength: 5, maxLength: 10 });
/** A prompt of files, each of some sentences. */
const files = fc.array(fc.array(sentence, { maxLength: 4 }), { minLength: 1, maxLength: 5 });

interface Place {
  file: number;
  words: string[];
}

/** Said the plain way: every sentence is compared with every earlier one. */
function expected(prompt: readonly number[], all: readonly (readonly string[][])[]) {
  const earlier: Place[] = [];
  const told = new Set<string>();
  const repeats: [first: Place, second: Place, percent: number][] = [];
  for (const file of prompt) {
    for (const words of all[file]!) {
      const second = { file, words };
      const same = earlier.find((one) => one.words.join() === words.join());
      if (same !== undefined) {
        if (!told.has(`${file} ${words.join()}`)) repeats.push([same, second, 100]);
        told.add(`${file} ${words.join()}`);
        continue;
      }
      const likely = earlier
        .map((first) => ({ first, share: shareOf(first.words, words) }))
        .filter(({ share }) => share >= 0.8)
        .map(({ first, share }) => ({ first, percent: Math.min(99, Math.round(share * 100)) }));
      const most = Math.max(...likely.map(({ percent }) => percent));
      const best = likely.find(({ percent }) => percent === most);
      if (best !== undefined) repeats.push([best.first, second, best.percent]);
      earlier.push(second);
    }
  }
  return repeats.map(([first, second, percent]) => [shown(first), shown(second), percent]);
}

function shareOf(a: string[], b: string[]): number {
  const both = a.filter((word) => b.includes(word)).length;
  return both / (a.length + b.length - both);
}

function shown({ file, words }: Place): string {
  return `${file}: ${words.join(" ")}`;
}

test("what a prompt repeats depends on its texts alone, not on the prompts before it", () => {
  const prompts = fc.array(fc.uniqueArray(fc.nat({ max: 4 }), { minLength: 1 }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(files, prompts, (all, chosen) => {
      const texts = all.map((sentences, file) =>
        promptText({
          role: "layer",
          file: String(file),
          text: sentences.map((words) => `- ${words.join(" ")}`).join("\n"),
        }),
      );
      const repeats = new Repeats();
      for (const numbers of chosen) {
        const prompt = numbers.filter((number) => number < all.length);
        const found = repeats.among(prompt.map((number) => texts[number]!));
        const told = found.map(({ first, second, percent }) => [
          `${first.text.file}: ${[...first.words].join(" ")}`,
          `${second.text.file}: ${[...second.words].join(" ")}`,
          percent,
        ]);
        expect(told).toEqual(expected(prompt, all));
      }
    }),
    { numRuns: 400 },
  );
});

test("a near duplicate is named with the sentence it is most like", () => {
  const [base, nearer, other] = [
    "- Always run all the unit tests before you commit a change to main.",
    "- Always run all the unit tests before you commit any change to main.",
    "- Ask the user before you delete a file that git does not know.",
  ];
  const text = promptText({ role: "layer", file: "a.md", text: [base, other, nearer].join("\n") });
  const [repeat, ...rest] = new Repeats().among([text]);
  expect(rest).toEqual([]);
  expect([repeat!.first.line, repeat!.second.line, repeat!.percent]).toEqual([1, 3, 86]);
});
