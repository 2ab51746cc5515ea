/**
 * Checks of members with one rule: a type, a format, a pattern or a list of values. Each returns true if validation
 * stops (`Check`).
 */

import type { Issues } from "../../schema/validator.js";
import { formatRule, minimumRule, patternRule } from "../../schema/rules.js";
import { enumFailed, failed, typeFailed } from "./report.js";
import { isObject } from "./values.js";

/** Stops if the member is missing or not a string. */
export function stringStops(issues: Issues | undefined, at: string, value: unknown): boolean {
  return typeof value !== "string" && typeFailed(issues, at, value, "string");
}

export function optionalStringStops(
  issues: Issues | undefined,
  at: string,
  value: unknown,
): boolean {
  return value !== undefined && stringStops(issues, at, value);
}

/** Stops if the member is missing, or neither a string nor null. */
export function nullableStringStops(
  issues: Issues | undefined,
  at: string,
  value: unknown,
): boolean {
  return value !== null && typeof value !== "string" && typeFailed(issues, at, value, NULLABLE);
}

export function optionalNullableStringStops(
  issues: Issues | undefined,
  at: string,
  value: unknown,
): boolean {
  return value !== undefined && nullableStringStops(issues, at, value);
}

const NULLABLE = "string or null";

export function booleanStops(issues: Issues | undefined, at: string, value: unknown): boolean {
  return typeof value !== "boolean" && typeFailed(issues, at, value, "boolean");
}

export function optionalBooleanStops(
  issues: Issues | undefined,
  at: string,
  value: unknown,
): boolean {
  return value !== undefined && booleanStops(issues, at, value);
}

/** Stops if the member is missing or not an integer of at least `minimum`, as for amounts and quantities. */
export function integerStops(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  minimum: number = -Infinity,
): boolean {
  if (!Number.isInteger(value)) return typeFailed(issues, at, value, "integer");
  return (value as number) < minimum && failed(issues, at, minimumRule, minimum);
}

export function optionalIntegerStops(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  minimum?: number,
): boolean {
  return value !== undefined && integerStops(issues, at, value, minimum);
}

/** Stops if the member is missing or not a string in the format. */
export function formatStops(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  format: string,
  matches: Format,
): boolean {
  return typeof value === "string"
    ? !matches(value) && failed(issues, at, formatRule, format)
    : stringStops(issues, at, value);
}

export function optionalFormatStops(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  format: string,
  matches: Format,
): boolean {
  return value !== undefined && formatStops(issues, at, value, format, matches);
}

type Format = (value: string) => boolean;

/** Stops if the member is missing or not a string that matches the pattern. */
export function patternStops(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  pattern: RegExp,
): boolean {
  return typeof value === "string"
    ? !pattern.test(value) && failed(issues, at, patternRule, pattern.source)
    : stringStops(issues, at, value);
}

export function optionalPatternStops(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  pattern: RegExp,
): boolean {
  return value !== undefined && patternStops(issues, at, value, pattern);
}

/** Stops if the member is missing or not one of the allowed values. */
export function enumStops(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  allowed: readonly unknown[],
): boolean {
  return !allowed.includes(value) && enumFailed(issues, at, value, allowed);
}

export function optionalEnumStops(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  allowed: readonly unknown[],
): boolean {
  return value !== undefined && enumStops(issues, at, value, allowed);
}

/** Stops if the member is missing or not an object. */
export function objectStops(issues: Issues | undefined, at: string, value: unknown): boolean {
  return !isObject(value) && typeFailed(issues, at, value, "object");
}

export function optionalObjectStops(
  issues: Issues | undefined,
  at: string,
  value: unknown,
): boolean {
  return value !== undefined && objectStops(issues, at, value);
}

/** Checks a string, for lists of strings. */
export function stringItemStops(value: unknown, issues?: Issues): boolean {
  return stringStops(issues, "", value);
}
