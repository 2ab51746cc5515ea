/**
 * Scaffold: the handlers that a business has to write, as a new module or added to the user's own. It returns text and
 * writes nothing.
 */

import { failure } from "../errors.js";
import type { Model } from "../model/model.js";
import type { ScaffoldResult } from "./add-handlers.js";
import { formatSource } from "./format-source.js";
import { collectHandlerStubs } from "./handler-stubs.js";
import { printNewModule } from "./new-module.js";
import type { ImportExtension } from "../source/module-scope.js";
import { serverImport } from "./server-import.js";

export interface ScaffoldInput {
  readonly model: Model;
  /** The module's file, as the user named it: for its kind, its project and its errors. */
  readonly file: string;
  /** The file's text, without a byte-order mark; undefined where there is no such file. */
  readonly text: string | undefined;
  /** Directory of the generated code. */
  readonly generated: string;
  /** What its imports end in, so that the module's end in the same. */
  readonly importExtension?: ImportExtension;
}

export type { ScaffoldResult };

/** Whether a module has code to keep: one that has none is written whole, without ts-morph. */
export function hasCode(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}

/** @throws ProtoGenError SCAFFOLD_NO_OPERATION, SCAFFOLD_SYNTAX, SCAFFOLD_HANDLERS_NOT_FOUND, SCAFFOLD_UNKNOWN_SPREAD */
export async function scaffold(input: ScaffoldInput): Promise<ScaffoldResult> {
  const { model, file, text, generated, importExtension = "js" } = input;
  const stubs = collectHandlerStubs(model);
  if (stubs.length === 0) throw failure("SCAFFOLD_NO_OPERATION", "the profile leaves no operation");
  const server = serverImport(file, generated, importExtension);
  const handlers = stubs.map(({ name }) => name);
  if (!hasCode(text)) {
    const made = await formatSource(file, printNewModule(model, server));
    return { ...made, handlers, added: handlers, gone: [] };
  }
  // ts-morph takes a second to load, and a new module does not need it.
  const { addHandlers } = await import("./add-handlers.js");
  return { ...(await addHandlers({ file, text, stubs, server })), handlers };
}
