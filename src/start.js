// The checkout's own entry. It is JavaScript because the compile cache must be on before the first TypeScript file is
// read: Node would otherwise load its type stripper on every start, which takes longer than all of Strata's own code.
import { enableCompileCache, registerHooks } from "node:module";

enableCompileCache();
// Our own imports name their files whole. Node would still look for each of them on disk, and for its package.
registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith(".") || !specifier.endsWith(".ts")) return next(specifier, context);
    return {
      url: new URL(specifier, context.parentURL).href,
      format: "module-typescript",
      shortCircuit: true,
    };
  },
});
await import("./cli.ts");
