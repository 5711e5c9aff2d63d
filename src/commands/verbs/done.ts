/** Takes the command that was called; its exit code is the program's. */
export type Done = (run: Promise<number>) => Promise<void>;
