export { createReader } from "./reader.ts";
export { type Passage, splitPassages } from "./split-passages.ts";
export { tokenize } from "./tokenize.ts";
