/**
 * Scaffold: the handlers that a business has to write. In: the model and a module of the user's, or none yet.
 * Out: the module's text with a stub for each handler that was missing; nothing is written here.
 */

import { failure, type Diagnostic } from "../errors.js";
import type { Model } from "../model/model.js";
import { formatFor } from "./format.js";
import { handlerStubs } from "./handler-stubs.js";
import { newModule } from "./new-module.js";
import { serverImport } from "./server-import.js";

export interface ScaffoldInput {
  readonly model: Model;
  /** The module's file, as the user named it: for its kind, its project and its errors. */
  readonly file: string;
  /** Its text, without a byte-order mark; undefined where there is no such file. */
  readonly text: string | undefined;
  /** Directory of the generated code. */
  readonly generated: string;
}

export interface Scaffolding {
  /** The whole module; what it was where nothing is missing. */
  readonly text: string;
  /** Handlers that the profile needs, in the order of its operations. */
  readonly handlers: readonly string[];
  /** Those of them that were not there. */
  readonly added: readonly string[];
  /** Those that are there, and for no operation of the profile. */
  readonly gone: readonly string[];
  readonly notices: readonly Diagnostic[];
}

/** @throws ProtoGenError SCAFFOLD_NOTHING, SCAFFOLD_SYNTAX, SCAFFOLD_NO_PLACE, SCAFFOLD_UNKNOWN_SPREAD */
export async function scaffold(input: ScaffoldInput): Promise<Scaffolding> {
  const { model, file, text, generated } = input;
  const stubs = handlerStubs(model);
  if (stubs.length === 0) throw failure("SCAFFOLD_NOTHING", "the profile leaves no operation");
  const server = serverImport(file, generated);
  const handlers = stubs.map(({ name }) => name);
  if (text === undefined || text.trim() === "") {
    const made = await formatFor(file, newModule(model, server.specifier));
    return { ...made, handlers, added: handlers, gone: [] };
  }
  // It takes a second to load, which only a module that is there is worth.
  const { growModule } = await import("./grow-module.js");
  return { ...(await growModule({ file, text, stubs, server })), handlers };
}
