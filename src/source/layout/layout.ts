/**
 * Layout: type declarations as a library prints them in, the documents out by which they are printed
 * as prettier would print them.
 */

import type { Doc } from "../doc.js";
import { normaliseDeclaration } from "./normalise.js";
import { parseDeclarations } from "./parse.js";
import { printDeclaration } from "./print.js";

/**
 * One document for each `export interface` and `export type`, its comments in front.
 *
 * @throws Error that names the offset where the source is not of this small grammar
 */
export function layoutDeclarations(source: string): Doc[] {
  return parseDeclarations(source).map((declaration) =>
    printDeclaration(normaliseDeclaration(declaration)),
  );
}
