/** Reads the verb of an operation from its name: `create_checkout`, `checkout.create`. */

import type { Verb } from "@proto-gen/runtime/codegen/generator";
import { splitWords } from "../../text/words.js";

const VERBS: Readonly<Record<string, Verb>> = {
  create: "create",
  add: "create",
  open: "create",
  start: "create",
  read: "read",
  get: "read",
  fetch: "read",
  retrieve: "read",
  show: "read",
  update: "update",
  change: "update",
  edit: "update",
  modify: "update",
  patch: "update",
  replace: "update",
  complete: "complete",
  finalize: "complete",
  place: "complete",
  submit: "complete",
  cancel: "cancel",
  abort: "cancel",
  delete: "delete",
  remove: "delete",
  search: "search",
  find: "search",
  list: "search",
  query: "search",
  lookup: "lookup",
  resolve: "lookup",
};

export const KNOWN_VERBS: readonly string[] = Object.keys(VERBS);

/** The first word that is a verb, else the last: names put it at either end. */
export function verbOf(operation: string): Verb | undefined {
  const words = splitWords(operation).map((word) => word.toLowerCase());
  return verbAt(words[0]) ?? verbAt(words.at(-1));
}

function verbAt(word: string | undefined): Verb | undefined {
  return word !== undefined && Object.hasOwn(VERBS, word) ? VERBS[word] : undefined;
}
