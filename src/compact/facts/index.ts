export { findAlias, matchValue, searchText } from "./match-value.ts";
export { judgeFact } from "./judge-fact.ts";
export {
  type CarriedInjection,
  carriedInjections,
  findFabrications,
  type Fabrications,
} from "./judge-summaries.ts";
export { memoryTexts, observe } from "./observed.ts";
export { type ActiveFact, type FactState, type FactVerdict, verdicts } from "./types.ts";
