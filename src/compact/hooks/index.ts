export { type Archive, archiveTranscript, memoryArchive } from "./archive.ts";
export { type CompactHook, processVerdict, runHook } from "./run-hook.ts";
