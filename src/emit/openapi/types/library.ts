/**
 * The parts of openapi-typescript that print. Its main module also brings a linter, and as an ES module it has Node read
 * all of TypeScript for the names that it exports. No promise is made that these files stay where they are, so that they
 * are bundled: the build finds out, not a user (docs/adr/0109-what-an-install-brings.md).
 */

import type TypeScript from "typescript";
import { requirePackage } from "../../../require-package.js";

export { astToString } from "openapi-typescript/dist/lib/ts.cjs";
export { resolveRef, scanDiscriminators } from "openapi-typescript/dist/lib/utils.cjs";
export { default as transformSchema } from "openapi-typescript/dist/transform/index.cjs";

export const ts = requirePackage("typescript") as typeof TypeScript;
