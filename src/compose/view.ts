/**
 * A view is a schema as seen by one direction and operation. It is written as `response`, `request.create` or
 * `response.complete`; this text is part of the URI of a viewed document. Every operation has the same response but for
 * annotations that name one.
 */

import type { Json } from "@proto-gen/runtime/json";
import type { Sources } from "../load/sources.js";
import { isObject } from "../json-schema/keywords.js";
import { operationsOf, readAnnotation, type Annotation } from "../json-schema/visibility.js";
import type { Vocabulary } from "@proto-gen/runtime/codegen/generator";

export type Direction = "request" | "response";

export interface View {
  readonly direction: Direction;
  /** Undefined: the response of every operation. */
  readonly operation?: string;
}

/** The view that a type has by default. */
export const RESPONSE: View = Object.freeze({ direction: "response" });

export function viewText({ direction, operation }: View): string {
  return operation === undefined ? direction : `${direction}.${operation}`;
}

/** Returns the view that a document is seen by: one with a shared request view has that of create, as has all that it refers to. */
export function effectiveView(sources: Sources, document: string, view: View): View {
  return hasSharedRequestView(sources, document, view) ? SHARED_VIEW : view;
}

/** Tells whether the view is a request's, and the document has one request view for all operations. */
export function hasSharedRequestView(
  { schemas, profile }: Sources,
  document: string,
  { direction }: View,
): boolean {
  if (direction !== "request" || profile.facts.sharedRequest !== "create") return false;
  const root = schemas.root(document);
  return isObject(root) && root[profile.vocabulary.sharedRequestAnnotation] === true;
}

const SHARED_VIEW: View = Object.freeze({ direction: "request", operation: "create" });

/** Reads the annotation of a property in a view; undefined where it has none, which means no change. */
export function annotationOf(
  property: Json | undefined,
  view: View,
  vocabulary: Vocabulary,
): Annotation | undefined {
  const value = isObject(property) ? property[keywordOf(view, vocabulary)] : undefined;
  return value === undefined ? undefined : readAnnotation(value, view.operation);
}

/** Lists the operations that an annotation names; none where it holds for all alike. */
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

/** The keywords of annotations; a viewed schema has none of them. */
export function annotationKeywords(vocabulary: Vocabulary): ReadonlySet<string> {
  return new Set([
    vocabulary.requestAnnotation,
    vocabulary.responseAnnotation,
    vocabulary.sharedRequestAnnotation,
  ]);
}
