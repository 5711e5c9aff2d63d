import type { Stack } from "../load/index.ts";
import type { WrittenModel } from "../schema/index.ts";

/**
 * Models that between them show every way in which a stack's prompts can depend on the model: one for each answer to
 * what its selectors, switches and limits ask, and one more that has another window and other capabilities.
 */
export function modelsToCompare(stack: Stack, models: readonly WrittenModel[]): WrittenModel[] {
  const asked = questionsOf(stack);
  const classes = new Map<string, WrittenModel>();
  for (const model of models) {
    const key = JSON.stringify(asked.map((ask) => ask(model)));
    if (!classes.has(key)) classes.set(key, model);
  }
  const chosen = [...classes.values()];
  const [first] = chosen;
  const other = models.find(
    ({ window, capabilities }) =>
      window !== first?.window && capabilities.join() !== first?.capabilities.join(),
  );
  return other === undefined || chosen.includes(other) || chosen.length > 1 ? chosen : [...chosen, other];
}

/** What a stack asks of a model, beside stating its name, window and capabilities. */
function questionsOf(stack: Stack): ((model: WrittenModel) => unknown)[] {
  const selectors = stack.layers.flatMap(({ when, unless }) => [when, unless]);
  const parts = new Set(selectors.flatMap(({ model = [] }) => model));
  const settings = new Set(selectors.flatMap(({ modelSetting }) => modelSetting?.auto ?? []));
  const facts = {
    model: (model: WrittenModel) => model.id,
    window: (model: WrittenModel) => model.window,
    capabilities: (model: WrittenModel) => model.capabilities,
  };
  const switched = [...stack.vars.values()].flatMap((variable) =>
    variable.kind === "switch" && Object.hasOwn(facts, variable.on)
      ? [facts[variable.on as keyof typeof facts]]
      : [],
  );
  const isShared = JSON.stringify(stack.layers, (_, value: unknown) =>
    value instanceof Map ? null : value,
  ).includes('"windowShare"');
  return [
    ...[...parts].map((part) => (model: WrittenModel) => model.id.includes(part)),
    ...[...settings].map(
      (part) => (model: WrittenModel) => model.id.toLowerCase().includes(part.toLowerCase()),
    ),
    ...switched,
    ...(isShared ? [facts.window] : []),
  ];
}
