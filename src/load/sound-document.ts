/**
 * A profile's document without some of its entries, for the stages that read it: they see no odd entry, and what they say of the rest is
 * still found in the text, where the entries stand that were left out.
 */

import { escapePointerToken } from "@proto-gen/runtime/codegen/generator";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../json-schema/keywords.js";
import type { Document } from "./document.js";
import { TRANSPORTS } from "./profile.js";

/**
 * @param document as it was read
 * @param dropped JSON pointers of entries, of transports, or of whole registries
 */
export function withoutEntries(document: Document, dropped: ReadonlySet<string>): Document {
  if (dropped.size === 0) return document;
  const removal = { dropped, above: pointersAbove(dropped), moved: new Map<string, string>() };
  const root = prune(document.root, ROOT, removal) ?? {};
  const originalPointer = (pointer: string): string => translate(pointer, removal.moved);
  return Object.freeze({ ...document, root, originalPointer });
}

/** The same value before and after. */
interface Position {
  readonly pointer: string;
  readonly original: string;
  readonly depth: number;
}

const ROOT: Position = { pointer: "", original: "", depth: 0 };
/** Members of a registry, which go with the last of their entries; the registries themselves stay. */
const ENTRY_LIST_DEPTH = 3;

interface Removal {
  readonly dropped: ReadonlySet<string>;
  /** The pointers of all values that hold a dropped one. */
  readonly above: ReadonlySet<string>;
  /** Original pointers, by those that differ from them. */
  readonly moved: Map<string, string>;
}

/** Undefined where nothing is left. */
function prune(value: Json, at: Position, removal: Removal): Json | undefined {
  if (at.pointer !== at.original) removal.moved.set(at.pointer, at.original);
  if (!removal.above.has(at.original)) return value;
  if (Array.isArray(value)) return pruneList(value as readonly Json[], at, removal);
  return isObject(value) ? pruneObject(value, at, removal) : value;
}

function pruneList(list: readonly Json[], at: Position, removal: Removal): Json | undefined {
  const kept: Json[] = [];
  for (const [index, each] of list.entries()) {
    const original = `${at.original}/${index}`;
    if (removal.dropped.has(original)) continue;
    const pointer = `${at.pointer}/${kept.length}`;
    const left = prune(each, { pointer, original, depth: at.depth + 1 }, removal);
    if (left !== undefined) kept.push(left);
  }
  return kept.length === 0 && at.depth >= ENTRY_LIST_DEPTH ? undefined : Object.freeze(kept);
}

function pruneObject(object: JsonObject, at: Position, removal: Removal): Json | undefined {
  const entries = Object.entries(object).flatMap(([key, each]) => {
    const token = escapePointerToken(key);
    const original = `${at.original}/${token}`;
    if (removal.dropped.has(original)) return [];
    const position = { pointer: `${at.pointer}/${token}`, original, depth: at.depth + 1 };
    const left = prune(each as Json, position, removal);
    return left === undefined ? [] : [[key, left] as const];
  });
  const pruned = Object.fromEntries(entries);
  return hasTransports(object) && !hasTransports(pruned) ? undefined : Object.freeze(pruned);
}

/** An entry of a service names transports by key (§2.1.1): without any, it says nothing. */
function hasTransports(entry: JsonObject): boolean {
  return TRANSPORTS.some((transport) => isObject(entry[transport]));
}

function pointersAbove(dropped: ReadonlySet<string>): ReadonlySet<string> {
  const above = new Set<string>();
  for (const pointer of dropped)
    for (let end = pointer.lastIndexOf("/"); end >= 0; end = pointer.lastIndexOf("/", end - 1)) {
      above.add(pointer.slice(0, end));
      if (end === 0) break;
    }
  return above;
}

function translate(pointer: string, moved: ReadonlyMap<string, string>): string {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    const original = moved.get(pointer.slice(0, end));
    if (original !== undefined) return original + pointer.slice(end);
  }
  return pointer;
}
