export { createExtractiveSummarizer, extract, extractiveBounds } from "./extractive.ts";
export { createFaultySummarizer, type Fault, faults } from "./faulty.ts";
export { createModelSummarizer } from "./model.ts";
export { summaryRequest } from "./request.ts";
