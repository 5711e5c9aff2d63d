/** What tests of other folders need of sessions. */
export { combinationIn, demo, everyLook, read, turn, write } from "./session/testing.ts";
