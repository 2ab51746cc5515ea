/**
 * An object in a service document. Its members are read by name and type, with `$ref`s followed, also into documents
 * that were read for them; an error points at a member of the wrong type.
 */

import { joinPointer, parsePointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { diagnostic, ProtoGenError, type Diagnostic } from "../../errors.js";
import { isObject } from "../../json-schema/keywords.js";
import { locateSource, type Document, type DocumentPosition } from "../document.js";
import { nearestKeyword } from "../../text/nearest.js";
import { valueAt } from "../../text/value-at.js";
import { fragmentProblem } from "../../json-schema/fragment.js";
import { resolveReferenceTargets } from "./reference-target.js";

/** The documents that references lead to, by URI. They are read beforehand, since members are read synchronously. */
export type LinkedDocuments = ReadonlyMap<string, Document>;

export class ServiceObject {
  readonly document: Document;
  readonly value: JsonObject;
  readonly pointer: string;
  /** The name of the component, if a `$ref` led here. */
  readonly component: string | undefined;
  readonly #linked: LinkedDocuments;

  private constructor(
    { document, pointer, component }: ObjectPosition,
    value: JsonObject,
    linked: LinkedDocuments,
  ) {
    this.document = document;
    this.value = value;
    this.pointer = pointer;
    this.component = component;
    this.#linked = linked;
  }

  /** @param linked the documents that its references may lead to */
  static root(document: Document, linked: LinkedDocuments = new Map()): ServiceObject {
    if (!isObject(document.root))
      throw invalidService({ document, pointer: "" }, "a service document must be an object");
    return new ServiceObject({ document, pointer: "" }, document.root, linked);
  }

  /** The object at a pointer of a document; undefined where none is. */
  static at(
    document: Document,
    pointer: string,
    linked: LinkedDocuments,
  ): ServiceObject | undefined {
    const value = valueAt(document.root, pointer);
    return isObject(value) ? new ServiceObject({ document, pointer }, value, linked) : undefined;
  }

  /** The object at a member, `$ref`s followed; undefined where there is none. */
  child(...tokens: string[]): ServiceObject | undefined {
    let value: Json | undefined = this.value;
    for (const token of tokens)
      value = isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
    return value === undefined
      ? undefined
      : this.#enter(value, joinPointer(this.pointer, ...tokens));
  }

  /** The members of an object-valued member, `$ref`s followed; none where it is absent. */
  entries(
    name: string,
    isWanted: (key: string) => boolean = () => true,
  ): [string, ServiceObject][] {
    const map = this.child(name);
    if (map === undefined) return [];
    return Object.keys(map.value)
      .filter(isWanted)
      .map((key) => [key, map.child(key) as ServiceObject]);
  }

  /** The items of an array-valued member, `$ref`s followed; none where it is absent. */
  items(name: string): ServiceObject[] {
    const value = this.#own(name);
    if (value === undefined) return [];
    const at = joinPointer(this.pointer, name);
    if (!Array.isArray(value))
      throw invalidService({ document: this.document, pointer: at }, `${name} must be an array`);
    return (value as readonly Json[]).map((item, index) => this.#enter(item, `${at}/${index}`));
  }

  string(name: string): string | undefined {
    const value = this.#own(name);
    if (value === undefined || typeof value === "string") return value;
    const pointer = joinPointer(this.pointer, name);
    throw invalidService({ document: this.document, pointer }, `${name} must be a string`);
  }

  requiredString(name: string, hint?: string): string {
    const value = this.string(name);
    if (value !== undefined && value !== "") return value;
    throw invalidService(this, `${name} is missing`, this.#misspelt(name) ?? hint);
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

  /** The fix for a required member that stands there under nearly the same name. */
  #misspelt(name: string): string | undefined {
    const written = Object.keys(this.value).find(
      (each) => nearestKeyword(each, [name]) !== undefined,
    );
    return written === undefined ? undefined : `rename ${JSON.stringify(written)} to "${name}"`;
  }

  #own(name: string): Json | undefined {
    return Object.hasOwn(this.value, name) ? this.value[name] : undefined;
  }

  #enter(start: Json, from: string): ServiceObject {
    let value = start;
    let at: ObjectPosition = { document: this.document, pointer: from };
    const seen = new Set<string>();
    while (isObject(value) && typeof value["$ref"] === "string") {
      const reference = value["$ref"];
      const key = `${at.document.uri}#${at.pointer}`;
      if (seen.has(key)) throw invalidService(at, `$ref ${reference} refers back to itself`);
      seen.add(key);
      const target = this.#target(at, reference);
      const found = valueAt(target.document.root, target.pointer);
      if (found === undefined) throw invalidService(at, unresolvedReference(reference));
      [value, at] = [found, { ...target, component: parsePointer(target.pointer).at(-1) }];
    }
    if (!isObject(value)) throw invalidService(at, "expected an object");
    return new ServiceObject(at, value, this.#linked);
  }

  #target(position: ObjectPosition, reference: string): ObjectPosition {
    const { document } = position;
    for (const { uri, pointer, isOwn } of resolveReferenceTargets(document, reference)) {
      const found = isOwn ? document : this.#linked.get(uri);
      if (found === undefined) continue;
      if (pointer !== undefined) return { document: found, pointer };
      throw invalidService(position, unresolvedReference(reference));
    }
    throw invalidService(
      position,
      `$ref ${reference} refers to another document, which is not allowed here`,
      "only schemas, and parts for which OpenAPI or OpenRPC allow a Reference Object, may be in another document",
    );
  }
}

interface ObjectPosition extends DocumentPosition {
  readonly component?: string | undefined;
}

/** The message for a reference that leads to nothing in a document that is there. */
export function unresolvedReference(reference: string): string {
  const problem = fragmentProblem(reference);
  return `$ref ${reference} does not resolve${problem === undefined ? "" : `: ${problem}`}`;
}

export function invalidService(position: DocumentPosition, message: string, hint?: string): Error {
  return new ProtoGenError([serviceDiagnostic(position, message, { hint })]);
}

export function serviceDiagnostic(
  { document, pointer }: DocumentPosition,
  message: string,
  { hint, target }: { readonly hint?: string | undefined; readonly target?: "key" | "value" } = {},
): Diagnostic {
  const place = locateSource(document, pointer, target);
  return diagnostic("SERVICE_INVALID", message, { place, hint });
}
