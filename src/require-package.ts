import { createRequire } from "node:module";

/** Loads a CommonJS package. `import` reads its source once more, in search of the names that it exports. */
export const requirePackage: (name: string) => unknown = createRequire(import.meta.url);
