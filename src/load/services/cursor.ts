/**
 * A cursor into a service document: members by name, `$ref`s followed, into the documents that were read for it too.
 * In: a value and its pointer. Out: typed members, or an error that points at what has the wrong shape.
 */

import { joinPointer, parsePointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { diagnostic, ProtoGenError, type Diagnostic } from "../../errors.js";
import { isObject } from "../../json-schema/keywords.js";
import { locateSource, type Document, type DocumentPosition } from "../document.js";
import { fragmentPointer, referenceTargets } from "./reference-target.js";

export { fragmentPointer };

/** Documents that references lead to, by URI: reading them takes time, and a cursor has none. */
export type LinkedDocuments = ReadonlyMap<string, Document>;

export class Cursor {
  readonly document: Document;
  readonly value: JsonObject;
  readonly pointer: string;
  /** Name of the component it was reached by, where a `$ref` led here. */
  readonly component: string | undefined;
  readonly #linked: LinkedDocuments;

  private constructor(
    { document, pointer, component }: CursorPosition,
    value: JsonObject,
    linked: LinkedDocuments,
  ) {
    this.document = document;
    this.value = value;
    this.pointer = pointer;
    this.component = component;
    this.#linked = linked;
  }

  /** @param linked where its references may lead */
  static at(document: Document, linked: LinkedDocuments = new Map()): Cursor {
    if (!isObject(document.root)) throw invalid(document, "", "a service document is an object");
    return new Cursor({ document, pointer: "" }, document.root, linked);
  }

  /** A place in a document; undefined where nothing is there. */
  static atPlace(document: Document, pointer: string, linked: LinkedDocuments): Cursor | undefined {
    const value = valueAt(document.root, pointer);
    return isObject(value) ? new Cursor({ document, pointer }, value, linked) : undefined;
  }

  /** The object at a member, `$ref`s followed; undefined where there is none. */
  child(...tokens: string[]): Cursor | undefined {
    let value: Json | undefined = this.value;
    for (const token of tokens)
      value = isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
    return value === undefined
      ? undefined
      : this.#enter(value, joinPointer(this.pointer, ...tokens));
  }

  /** The members of an object-valued member, `$ref`s followed; none where it is absent. */
  entries(name: string, isWanted: (key: string) => boolean = () => true): [string, Cursor][] {
    const map = this.child(name);
    if (map === undefined) return [];
    return Object.keys(map.value)
      .filter(isWanted)
      .map((key) => [key, map.child(key) as Cursor]);
  }

  /** The items of an array-valued member, `$ref`s followed; none where it is absent. */
  items(name: string): Cursor[] {
    const value = this.#own(name);
    if (value === undefined) return [];
    const at = joinPointer(this.pointer, name);
    if (!Array.isArray(value)) throw invalid(this.document, at, `${name} is an array`);
    return (value as readonly Json[]).map((item, index) => this.#enter(item, `${at}/${index}`));
  }

  string(name: string): string | undefined {
    const value = this.#own(name);
    if (value === undefined || typeof value === "string") return value;
    throw invalid(this.document, joinPointer(this.pointer, name), `${name} is a string`);
  }

  requiredString(name: string, hint?: string): string {
    const value = this.string(name);
    if (value !== undefined && value !== "") return value;
    throw invalid(this.document, this.pointer, `${name} is missing`, hint);
  }

  flag(name: string): boolean {
    return this.#own(name) === true;
  }

  strings(name: string): string[] {
    const value = this.#own(name);
    return Array.isArray(value)
      ? value.filter((item): item is string => typeof item === "string")
      : [];
  }

  /** Pointer of a schema-valued member: a schema is read later, so its `$ref` stays. */
  schema(...tokens: string[]): string | undefined {
    const parent = tokens.length === 1 ? this : this.child(...tokens.slice(0, -1));
    const name = tokens.at(-1) as string;
    return parent === undefined || parent.#own(name) === undefined
      ? undefined
      : joinPointer(parent.pointer, name);
  }

  #own(name: string): Json | undefined {
    return Object.hasOwn(this.value, name) ? this.value[name] : undefined;
  }

  #enter(start: Json, from: string): Cursor {
    let value = start;
    let at: CursorPosition = { document: this.document, pointer: from };
    const seen = new Set<string>();
    while (isObject(value) && typeof value["$ref"] === "string") {
      const reference = value["$ref"];
      const key = `${at.document.uri}#${at.pointer}`;
      if (seen.has(key))
        throw invalid(at.document, at.pointer, `$ref ${reference} leads back to itself`);
      seen.add(key);
      const target = this.#target(at, reference);
      const found = valueAt(target.document.root, target.pointer);
      if (found === undefined)
        throw invalid(at.document, at.pointer, `$ref ${reference} leads nowhere`);
      [value, at] = [found, { ...target, component: parsePointer(target.pointer).at(-1) }];
    }
    if (!isObject(value)) throw invalid(at.document, at.pointer, "an object is expected here");
    return new Cursor(at, value, this.#linked);
  }

  #target({ document, pointer }: CursorPosition, reference: string): CursorPosition {
    for (const target of referenceTargets(document, reference)) {
      const found = target.isOwn ? document : this.#linked.get(target.uri);
      if (found !== undefined) return { document: found, pointer: target.pointer };
    }
    throw invalid(
      document,
      pointer,
      `$ref ${reference} leads to a document that is not read for this`,
      "only a schema, and what OpenAPI or OpenRPC allow a Reference Object for, may stand in another document",
    );
  }
}

interface CursorPosition extends DocumentPosition {
  readonly component?: string | undefined;
}

export function invalid(
  document: Document,
  pointer: string,
  message: string,
  hint?: string,
): Error {
  return new ProtoGenError([invalidDiagnostic(document, pointer, message, hint)]);
}

export function invalidDiagnostic(
  document: Document,
  pointer: string,
  message: string,
  hint?: string,
): Diagnostic {
  return diagnostic("SERVICE_INVALID", message, locateSource(document, pointer), hint);
}

/** Undefined where nothing is there, and for a fragment that is no pointer. */
export function valueAt(root: Json, pointer: string): Json | undefined {
  if (pointer !== "" && !pointer.startsWith("/")) return undefined;
  let value: Json | undefined = root;
  for (const token of parsePointer(pointer)) {
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(token)];
    else value = isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
  }
  return value;
}
