export { type AnswerFolder, openAnswers } from "./answer-folder.ts";
export { type AnswerStore, createStore, type Mode } from "./answer-store.ts";
export { type Entry, entryPath, isKeepable, systemFile } from "./entry.ts";
export { createExplainer } from "./nearest-entry.ts";
