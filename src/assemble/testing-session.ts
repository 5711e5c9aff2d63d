/** What tests of other folders need of sessions. */
export { demo, everyLook, read, turn, write } from "./session/testing.ts";
