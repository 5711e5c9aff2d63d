export { type Archive, archiveTranscript, memoryArchive } from "./archive.ts";
export { type CompactHook, type HookVerdict, processVerdict, runHook } from "./run-hook.ts";
