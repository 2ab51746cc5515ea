/**
 * A view: a schema as seen by one direction and operation. Written as `response`,
 * `request.create`, `response.complete`; the text stands in the URI of a viewed document.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../json-schema/keywords.js";
import type { Vocabulary } from "../vocabulary.js";

export type Direction = "request" | "response";

export interface View {
  readonly direction: Direction;
  /** Undefined: the response of every operation. */
  readonly operation?: string;
}

export const RESPONSE: View = Object.freeze({ direction: "response" });

export function viewText({ direction, operation }: View): string {
  return operation === undefined ? direction : `${direction}.${operation}`;
}

export type Visibility = "omit" | "required" | "optional";

/** What an annotation says in one view. */
export interface Annotation {
  readonly visibility: Visibility;
  /** A transition to `omit` was announced. */
  readonly deprecated: boolean;
}

export class VisibilityError extends Error {}

/**
 * The annotation of a property in a view; undefined where it has none for it, which means no change.
 * @throws VisibilityError where the value is none of the known ones
 */
export function annotationOf(property: Json | undefined, view: View, vocabulary: Vocabulary): Annotation | undefined {
  if (!isObject(property)) return undefined;
  const value = property[keywordOf(view, vocabulary)];
  if (value === undefined) return undefined;
  if (isObject(value) && !isTransition(value)) {
    const own = view.operation === undefined ? undefined : value[view.operation];
    return own === undefined ? undefined : readAnnotation(own);
  }
  return readAnnotation(value);
}

/** The operations that an annotation names; none where it holds for all alike. */
export function annotatedOperations(property: Json | undefined, direction: Direction, vocabulary: Vocabulary): string[] {
  const value = isObject(property) ? property[keywordOf({ direction }, vocabulary)] : undefined;
  return isObject(value) && !isTransition(value) ? Object.keys(value) : [];
}

export function keywordOf({ direction }: View, vocabulary: Vocabulary): string {
  return direction === "request" ? vocabulary.requestAnnotation : vocabulary.responseAnnotation;
}

/** Every keyword that views consume; a viewed schema has none of them. */
export function viewKeywords(vocabulary: Vocabulary): ReadonlySet<string> {
  return new Set([vocabulary.requestAnnotation, vocabulary.responseAnnotation, vocabulary.sharedRequestAnnotation]);
}

function readAnnotation(value: Json): Annotation {
  if (isObject(value) && isTransition(value)) {
    const { from, to } = value["transition"] as JsonObject;
    readVisibility(to);
    return { visibility: readVisibility(from), deprecated: to === "omit" };
  }
  return { visibility: readVisibility(value), deprecated: false };
}

function isTransition(value: JsonObject): boolean {
  return isObject(value["transition"]);
}

function readVisibility(value: Json | undefined): Visibility {
  if (value === "omit" || value === "required" || value === "optional") return value;
  throw new VisibilityError(`expected omit, required or optional, found ${JSON.stringify(value)}`);
}
