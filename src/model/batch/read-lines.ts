/** The JSON values of a body that has one a line. Throws a SyntaxError where a line is none. */
export async function* readJsonLines(response: Response): AsyncGenerator<unknown> {
  if (response.body === null) return;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* parsed(lines);
  }
  yield* parsed([rest + decoder.decode()]);
}

function* parsed(lines: readonly string[]): Generator<unknown> {
  for (const line of lines) if (line.trim() !== "") yield JSON.parse(line) as unknown;
}
