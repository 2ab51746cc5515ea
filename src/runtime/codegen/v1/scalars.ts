/** Members that one rule is all about: a type, a format, a pattern, the allowed values. In: the member. Out: whether it fails. */

import type { Issues } from "../../schema/validator.js";
import { formatRule, minimumRule, patternRule } from "../../schema/rules.js";
import { enumFailed, failed, typeFailed } from "./report.js";
import { isObject } from "./values.js";

/** True (stop) where a member is no string, or not there. */
export function stringFails(issues: Issues | undefined, at: string, value: unknown): boolean {
  return typeof value !== "string" && typeFailed(issues, at, value, "string");
}

export function optionalStringFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
): boolean {
  return value !== undefined && stringFails(issues, at, value);
}

/** True (stop) where a member is neither a string nor null, or not there. */
export function nullableStringFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
): boolean {
  return value !== null && typeof value !== "string" && typeFailed(issues, at, value, NULLABLE);
}

export function optionalNullableStringFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
): boolean {
  return value !== undefined && nullableStringFails(issues, at, value);
}

const NULLABLE = "string or null";

export function booleanFails(issues: Issues | undefined, at: string, value: unknown): boolean {
  return typeof value !== "boolean" && typeFailed(issues, at, value, "boolean");
}

export function optionalBooleanFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
): boolean {
  return value !== undefined && booleanFails(issues, at, value);
}

/** True (stop) where a member is no integer from `minimum` on, or not there: amounts and quantities. */
export function integerFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  minimum: number = -Infinity,
): boolean {
  if (!Number.isInteger(value)) return typeFailed(issues, at, value, "integer");
  return (value as number) < minimum && failed(issues, at, minimumRule, minimum);
}

export function optionalIntegerFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  minimum?: number,
): boolean {
  return value !== undefined && integerFails(issues, at, value, minimum);
}

/** True (stop) where a member is no string of a format, or not there. */
export function formatFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  format: string,
  matches: Format,
): boolean {
  return typeof value === "string"
    ? !matches(value) && failed(issues, at, formatRule, format)
    : stringFails(issues, at, value);
}

export function optionalFormatFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  format: string,
  matches: Format,
): boolean {
  return value !== undefined && formatFails(issues, at, value, format, matches);
}

type Format = (value: string) => boolean;

/** True (stop) where a member is no string that a pattern matches, or not there. */
export function patternFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  pattern: RegExp,
): boolean {
  return typeof value === "string"
    ? !pattern.test(value) && failed(issues, at, patternRule, pattern.source)
    : stringFails(issues, at, value);
}

export function optionalPatternFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  pattern: RegExp,
): boolean {
  return value !== undefined && patternFails(issues, at, value, pattern);
}

/** True (stop) where a member is none of the allowed values, or not there. */
export function enumFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  allowed: readonly unknown[],
): boolean {
  return !allowed.includes(value) && enumFailed(issues, at, value, allowed);
}

export function optionalEnumFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  allowed: readonly unknown[],
): boolean {
  return value !== undefined && enumFails(issues, at, value, allowed);
}

/** True (stop) where a member is no object, or not there. */
export function objectFails(issues: Issues | undefined, at: string, value: unknown): boolean {
  return !isObject(value) && typeFailed(issues, at, value, "object");
}

export function optionalObjectFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
): boolean {
  return value !== undefined && objectFails(issues, at, value);
}

/** The check of a string, for lists of them. */
export function stringItemFails(value: unknown, issues?: Issues): boolean {
  return stringFails(issues, "", value);
}
