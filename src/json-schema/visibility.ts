/**
 * Visibility annotations, as a schema's author writes them: `omit`, `required` or `optional`, for all operations or by
 * operation, or a transition from one to another.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "./keywords.js";

export type Visibility = "omit" | "required" | "optional";

/** The visibility that an annotation gives in one view. */
export interface Annotation {
  readonly visibility: Visibility;
  /** A transition to `omit` was announced. */
  readonly deprecated: boolean;
}

const VISIBILITIES: ReadonlySet<Json> = new Set(["omit", "required", "optional"]);

/** Returns the mistake in an annotation's value, or undefined if the value is valid. */
export function annotationProblem(value: Json): string | undefined {
  if (isEntry(value)) return undefined;
  const wrong =
    isObject(value) && !isTransition(value)
      ? Object.values<Json>(value).find((entry) => !isEntry(entry))
      : value;
  return wrong === undefined
    ? undefined
    : `expected omit, required or optional, found ${JSON.stringify(wrong)}`;
}

/** The visibility that a valid annotation gives for an operation; undefined means no change. */
export function readAnnotation(value: Json, operation: string | undefined): Annotation | undefined {
  const byOperation = isObject(value) && !isTransition(value);
  const entry = byOperation ? (operation === undefined ? undefined : value[operation]) : value;
  if (entry === undefined) return undefined;
  if (!isTransition(entry)) return { visibility: entry as Visibility, deprecated: false };
  const { from, to } = entry["transition"] as JsonObject;
  return { visibility: from as Visibility, deprecated: to === "omit" };
}

/** The operations that an annotation names; none where it holds for all alike. */
export function operationsOf(value: Json | undefined): string[] {
  return isObject(value) && !isTransition(value) ? Object.keys(value) : [];
}

function isEntry(value: Json): boolean {
  if (!isTransition(value)) return VISIBILITIES.has(value);
  const { from, to } = value["transition"] as JsonObject;
  return VISIBILITIES.has(from ?? null) && VISIBILITIES.has(to ?? null);
}

function isTransition(value: Json): value is JsonObject {
  return isObject(value) && isObject(value["transition"]);
}
