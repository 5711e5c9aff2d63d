import { z } from "zod";

/** The JSON Schema of a file, as editors and other languages read it, with a line end. */
export function jsonSchemaText(schema: z.ZodType): string {
  return `${JSON.stringify(z.toJSONSchema(schema, { io: "input", target: "draft-7" }), null, 2)}\n`;
}
