// The checkout's own entry. It is JavaScript because the compile cache must be on before the first TypeScript file is
// read: Node would otherwise load its type stripper on every start, which takes longer than all of Strata's own code.
import { enableCompileCache } from "node:module";

enableCompileCache();
await import("./cli.ts");
