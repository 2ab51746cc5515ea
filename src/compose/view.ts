/**
 * A view: a schema as seen by one direction and operation. Written as `response`,
 * `request.create`, `response.complete`; the text stands in the URI of a viewed document.
 */

import type { Json } from "@proto-gen/runtime/json";
import type { Sources } from "../load/sources.js";
import { isObject } from "../json-schema/keywords.js";
import { operationsOf, readAnnotation, type Annotation } from "../json-schema/visibility.js";
import type { Vocabulary } from "@proto-gen/runtime/vocabulary";

export type Direction = "request" | "response";

export interface View {
  readonly direction: Direction;
  /** Undefined: the response of every operation. */
  readonly operation?: string;
}

/** The plain view: what a type is where nothing more is said. */
export const RESPONSE: View = Object.freeze({ direction: "response" });

export function viewText({ direction, operation }: View): string {
  return operation === undefined ? direction : `${direction}.${operation}`;
}

/** A document with one request view for all operations has that of create, and so has all it refers to. */
export function viewIn(sources: Sources, document: string, view: View): View {
  return sharesView(sources, document, view) ? SHARED_VIEW : view;
}

/** Whether a document has one request view for all operations, and this is a request's. */
export function sharesView(
  { schemas, profile }: Sources,
  document: string,
  { direction }: View,
): boolean {
  const root = schemas.root(document);
  const keyword = profile.vocabulary.sharedRequestAnnotation;
  return direction === "request" && isObject(root) && root[keyword] === true;
}

const SHARED_VIEW: View = Object.freeze({ direction: "request", operation: "create" });

/** The annotation of a property in a view; undefined where it has none for it, which means no change. */
export function annotationOf(
  property: Json | undefined,
  view: View,
  vocabulary: Vocabulary,
): Annotation | undefined {
  const value = isObject(property) ? property[keywordOf(view, vocabulary)] : undefined;
  return value === undefined ? undefined : readAnnotation(value, view.operation);
}

/** The operations that an annotation names; none where it holds for all alike. */
export function annotatedOperations(
  property: Json | undefined,
  direction: Direction,
  vocabulary: Vocabulary,
): string[] {
  return operationsOf(
    isObject(property) ? property[keywordOf({ direction }, vocabulary)] : undefined,
  );
}

export function keywordOf({ direction }: View, vocabulary: Vocabulary): string {
  return direction === "request" ? vocabulary.requestAnnotation : vocabulary.responseAnnotation;
}

/** Every keyword that views consume; a viewed schema has none of them. */
export function viewKeywords(vocabulary: Vocabulary): ReadonlySet<string> {
  return new Set([
    vocabulary.requestAnnotation,
    vocabulary.responseAnnotation,
    vocabulary.sharedRequestAnnotation,
  ]);
}
