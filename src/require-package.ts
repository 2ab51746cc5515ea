import { createRequire } from "node:module";

/** Loads a CommonJS package. `import` reads its source once more, in search of the names that it exports. */
export const requirePackage = createRequire(import.meta.url);
