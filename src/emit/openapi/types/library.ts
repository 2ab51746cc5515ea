/**
 * The parts of openapi-typescript that print. Its main module also loads a linter, and as an ES
 * module it has node read all of TypeScript for the names it exports: three times as long as this.
 */

import { createRequire } from "node:module";
import type * as OpenapiTypescript from "openapi-typescript";
import type TypeScript from "typescript";

export type Library = Pick<
  typeof OpenapiTypescript,
  "astToString" | "resolveRef" | "scanDiscriminators" | "transformSchema"
> & { readonly ts: typeof TypeScript };

export function loadLibrary(): Library {
  const load = createRequire(import.meta.url) as (name: string) => unknown;
  const ts = load("typescript") as typeof TypeScript;
  try {
    // Its `exports` offer every file, but no promise is made that they stay where they are.
    const { astToString } = load("openapi-typescript/dist/lib/ts.cjs") as Library;
    const { resolveRef, scanDiscriminators } = load(
      "openapi-typescript/dist/lib/utils.cjs",
    ) as Library;
    const transformSchema = load(
      "openapi-typescript/dist/transform/index.cjs",
    ) as Library["transformSchema"];
    return { astToString, resolveRef, scanDiscriminators, transformSchema, ts };
  } catch {
    return { ...(load("openapi-typescript") as Library), ts };
  }
}
