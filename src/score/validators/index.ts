/** Checks of a parsed answer that JSON Schema cannot say; returns what is wrong, nothing when all is well. */
export type Validator = (value: unknown) => string[];

/** The named validators that any contract can list under `rules:`. */
export const validators: Readonly<Record<string, Validator>> = {};
