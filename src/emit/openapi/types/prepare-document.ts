/**
 * Prepares an OpenAPI document for openapi-typescript, which gives the same types for it but has trouble with some
 * documents: parts that it does not print are removed, and schemas that it misreads are rewritten.
 */

import { parsePointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { fragmentPointer } from "../../../json-schema/fragment.js";
import { isObject } from "../../../json-schema/keywords.js";
import { inertText, linesOf } from "../../../source/comment.js";
import { normaliseSchema } from "./normalise-schema.js";

/** Keywords of which the document's author names the members. */
const MAPS = new Set([
  "$defs",
  "content",
  "headers",
  "mapping",
  "parameters",
  "pathItems",
  "paths",
  "patternProperties",
  "properties",
  "requestBodies",
  "responses",
  "schemas",
  "webhooks",
]);
const UNPRINTED = new Set([
  "callbacks",
  "dependentRequired",
  "dependentSchemas",
  "links",
  "security",
  "securitySchemes",
  "servers",
  "variables",
]);
/** They are printed in comments, each behind a tag. */
const TEXTS = new Set(["default", "description", "example", "format", "summary", "title"]);
const VALUES = new Set(["const", "enum"]);
/** Stands for `false` at the places where openapi-typescript does not expect a boolean schema. */
const NEVER = { enum: [] };
const PRINTED_ROOTS = new Set(["components", "paths", "webhooks"]);

/** @throws Error for a reference that leads out of the document, and for two operations with one `operationId` */
export function prepareDocument(document: JsonObject): JsonObject {
  return new DocumentPreparer(document).prepare(document) as JsonObject;
}

class DocumentPreparer {
  readonly #document: JsonObject;
  readonly #operations = new Set<string>();
  readonly #refersToDefinitions: boolean;

  constructor(document: JsonObject) {
    this.#document = document;
    this.#refersToDefinitions = JSON.stringify(document).includes("/$defs/");
  }

  prepare(value: Json): Json {
    if (Array.isArray(value)) return value.map((item: Json) => this.prepare(item));
    if (!isObject(value)) return value;
    const members = Object.entries(value).flatMap(([name, member]) => {
      const prepared = this.#isPrinted(name) ? this.#member(name, member) : undefined;
      return prepared === undefined ? [] : [[name, prepared] as const];
    });
    return normaliseSchema(Object.fromEntries(members));
  }

  #isPrinted(name: string): boolean {
    // Printed as a member that no value has, so they stay only where a reference needs them.
    if (name === "$defs") return this.#refersToDefinitions;
    return !name.startsWith("x-") && !UNPRINTED.has(name);
  }

  #member(name: string, member: Json): Json | undefined {
    if (name === "$ref") return this.#reference(member);
    if (name === "operationId") return this.#operationId(member);
    // Examples in a map have names, and are not printed.
    if (name === "examples") return Array.isArray(member) ? member.map(commentText) : undefined;
    if (TEXTS.has(name)) return commentText(member);
    if (VALUES.has(name)) return member;
    if (MAPS.has(name) && isObject(member))
      return Object.fromEntries(
        Object.entries(member).map(([key, each]) => [key, this.#schema(this.prepare(each))]),
      );
    const prepared = this.prepare(member);
    return name === "allOf" && Array.isArray(prepared)
      ? prepared.map((each: Json) => this.#schema(each))
      : prepared;
  }

  #schema(schema: Json): Json {
    return typeof schema === "boolean" ? (schema ? {} : NEVER) : schema;
  }

  #operationId(name: Json): Json {
    if (typeof name !== "string") throw new Error("OPENAPI_TYPES: an operationId is not a string");
    if (this.#operations.size === this.#operations.add(name).size)
      throw new Error(`OPENAPI_TYPES: two operations have the operationId ${name}`);
    return name;
  }

  /** Every reference must lead into the document: nothing is fetched or read for it. */
  #reference(reference: Json): string {
    const pointer = typeof reference === "string" ? pointerOf(reference) : undefined;
    const tokens = pointer === undefined ? [] : parsePointer(pointer);
    if (!PRINTED_ROOTS.has(tokens[0] ?? "") || !this.#holds(tokens))
      throw new Error(
        `OPENAPI_TYPES: the document does not contain the target of a reference: ${JSON.stringify(reference)}`,
      );
    return `#${pointer}`;
  }

  #holds(tokens: readonly string[]): boolean {
    let value: Json | undefined = this.#document;
    for (const token of tokens) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, token)) return false;
      value = (value as JsonObject)[token];
    }
    return true;
  }
}

/** The JSON pointer in the fragment of a reference (RFC 6901 §6); undefined for any other reference. */
function pointerOf(reference: string): string | undefined {
  return reference.startsWith("#") ? fragmentPointer(reference.slice(1)) : undefined;
}

/** The text that is printed in a comment. As data, the value would be searched for schemas. */
function commentText(value: Json): Json {
  const text = typeof value === "object" ? JSON.stringify(value, null, 2) : value;
  return typeof text === "string" ? linesOf(text).map(inertText).join("\n") : text;
}
