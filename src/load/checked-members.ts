/** Checks files that a user writes by hand, and collects all that is wrong with one, each with its place. */

import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic, type DiagnosticCode } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { didYouMean } from "../text/nearest.js";
import { locateSource, type SourceText } from "./document.js";

export type Reject = (pointer: string, message: string, details?: RejectDetails) => void;

export interface RejectDetails {
  readonly hint?: string | undefined;
  /** The part at fault: the value, or the name before it. */
  readonly target?: "key" | "value";
}

export function rejectInto(
  problems: Diagnostic[],
  code: DiagnosticCode,
  document: SourceText,
): Reject {
  return (pointer, message, { hint, target = "value" } = {}) =>
    void problems.push(
      diagnostic(code, message, { place: locateSource(document, pointer, target), hint }),
    );
}

/** An unknown member is probably misspelt, and would silently have no effect. */
export function checkMembers(
  value: JsonObject,
  pointer: string,
  names: readonly string[],
  reject: Reject,
): void {
  for (const name of Object.keys(value))
    if (!names.includes(name))
      reject(joinPointer(pointer, name), `${name} is not a known member`, {
        hint: didYouMean(name, names),
        target: "key",
      });
}

/** The place of a member, or of the object that lacks it. */
export function placeIn(value: Json, pointer: string, name: string): string {
  return isObject(value) && Object.hasOwn(value, name) ? joinPointer(pointer, name) : pointer;
}
