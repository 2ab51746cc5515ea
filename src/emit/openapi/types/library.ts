/**
 * The parts of openapi-typescript that print. Its main module also loads a linter, and as an ES
 * module it has node read all of TypeScript for the names it exports: three times as long as this.
 */

import type * as OpenapiTypescript from "openapi-typescript";
import type TypeScript from "typescript";
import { requirePackage } from "../../../require-package.js";

export type Library = Pick<
  typeof OpenapiTypescript,
  "astToString" | "resolveRef" | "scanDiscriminators" | "transformSchema"
> & { readonly ts: typeof TypeScript };

export function loadLibrary(): Library {
  const ts = requirePackage("typescript") as typeof TypeScript;
  try {
    // Its `exports` offer every file, but no promise is made that they stay where they are.
    const { astToString } = requirePackage("openapi-typescript/dist/lib/ts.cjs") as Library;
    const { resolveRef, scanDiscriminators } = requirePackage(
      "openapi-typescript/dist/lib/utils.cjs",
    ) as Library;
    const transformSchema = requirePackage(
      "openapi-typescript/dist/transform/index.cjs",
    ) as Library["transformSchema"];
    return { astToString, resolveRef, scanDiscriminators, transformSchema, ts };
  } catch {
    return { ...(requirePackage("openapi-typescript") as Library), ts };
  }
}
