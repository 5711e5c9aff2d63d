// The one import of promptfoo stands with the models, which this folder may use and not the other way round.
export { loadPromptfoo, type Promptfoo } from "../model/index.ts";
