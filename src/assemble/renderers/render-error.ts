/** A value that a renderer cannot take; the message says what it expected. */
export class RenderError extends Error {
  override name = "RenderError";
}
