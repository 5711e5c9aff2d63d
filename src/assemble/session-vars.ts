import {
  type Layer,
  findPlaceholders,
  profileFacts,
  type Selector,
  type Source,
  type Stack,
} from "../load/index.ts";

/** Facts that a profile and a model decide alone; all others belong to a session. */
const lasting = new Set<string>(["stack", "variant", ...profileFacts, "model", "window", "capabilities"]);

/** The variables of a layer whose values the session alone knows. */
export function sessionVars({ vars }: Layer, stack: Stack): string[] {
  return (vars ?? []).filter((name) => isOfSession(name, stack));
}

function isOfSession(name: string, { vars, inputs }: Stack): boolean {
  const variable = vars.get(name);
  if (variable === undefined) return !lasting.has(name);
  switch (variable.kind) {
    case "text":
      return false;
    case "join":
      // A list is either the profile's tools or an input.
      return inputs.has(variable.list);
    case "switch": {
      const used = Object.values(variable.cases).flatMap((text) => findPlaceholders(text).placeholders);
      return [variable.on, ...used.map((placeholder) => placeholder.name)].some((fact) => !lasting.has(fact));
    }
  }
}

/** Whether a layer's text comes from layer files alone, and nothing of the session goes into its steps. */
export function isMadeOfLayerFiles({ source, override, steps }: Layer): boolean {
  if (override !== undefined) return false;
  const isOpen = steps.some(
    (step) => step.kind === "bound" && typeof step.max === "object" && "input" in step.max,
  );
  return !isOpen && hasOnlyFiles(source);
}

function hasOnlyFiles(source: Source): boolean {
  return source.kind === "parts" ? source.parts.every(hasOnlyFiles) : source.kind === "file";
}

/** Whether a value of the session decides if the layer is there. */
export function isOptional({ when, unless }: Layer): boolean {
  return isGated(when) || isGated(unless);
}

/** The layer without what a value of the session decides: a gate of `when` is open, an `unless` with one never holds. */
export function withoutGates(layer: Layer): Layer {
  const { input: _input, modelSetting: _setting, ...when } = layer.when;
  return { ...layer, when, unless: isGated(layer.unless) ? {} : layer.unless };
}

function isGated({ input, modelSetting }: Selector): boolean {
  return input !== undefined || modelSetting !== undefined;
}
