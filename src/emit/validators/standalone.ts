/** Prints one definition and all that it reaches as a single module, for schemas outside a profile. */

import { collectReachable } from "../../model/graph.js";
import {
  CODEGEN,
  hardline,
  identifier,
  ModuleScope,
  printDoc,
  stack,
  type Definition,
  type Doc,
  type Identifier,
} from "../v1.js";
import { printImports } from "../../source/module-scope.js";
import { createCheckPrinter } from "./print-check.js";
import { findCheckCalls } from "./repeated-checks.js";
import { stopsName } from "../../source/codegen.js";

/** The name that the definition has in the module: its check is `check` and this. */
const STANDALONE_NAME = identifier("Value");

/** The function that the module exports. */
export const STANDALONE_CHECK = stopsName(STANDALONE_NAME);

export interface StandaloneOptions {
  readonly assertFormats: boolean;
  /** The specifier that the module imports in place of the runtime's package: a URL, for a module that stands nowhere. */
  readonly runtime?: string;
  /** The capability whose type a definition is. */
  capabilityOf?(definition: Definition): string | undefined;
  /** The capability whose schema a document is. */
  ownerOf?(document: string): string | undefined;
}

export function emitStandalone(
  root: Definition,
  { assertFormats, runtime = CODEGEN.package, capabilityOf, ownerOf }: StandaloneOptions,
): string {
  const definitions = collectReachable([root]);
  const names = new Map(
    definitions.map((definition, index) => [
      definition,
      index === 0 ? STANDALONE_NAME : identifier(`${STANDALONE_NAME}${index + 1}`),
    ]),
  );
  const scope = new ModuleScope(
    "value",
    [...names.values()].map((name) => stopsName(name)),
  );
  const nameOf = (definition: Definition): Identifier => names.get(definition)!;
  const printer = createCheckPrinter(scope, {
    assertFormats,
    calls: findCheckCalls(definitions),
    check: (definition) => stopsName(nameOf(definition)),
    ownerOf: (document) => ownerOf?.(document),
  });
  const functions = definitions.flatMap((definition) =>
    printer.print(nameOf(definition), definition, capabilityOf?.(definition)),
  );
  const imports = scope.imports.map((each) => ({ ...each, from: { package: runtime } }));
  const blocks: Doc[] = [
    stack(printImports("value", imports, "js")),
    ...scope.constants,
    ...functions,
  ];
  return `${printDoc(blocks.flatMap((block, index) => (index === 0 ? [block] : [hardline, hardline, block])))}\n`;
}
