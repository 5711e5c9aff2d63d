export { type AssemblyDiff, diffAssemblies, type LayerChange } from "./diff-assemblies.ts";
