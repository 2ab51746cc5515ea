/**
 * JSON as prettier prints it (`json` parser, 100 columns), so that generation needs no formatter. Members keep their
 * order, and the text ends with a newline.
 *
 * An object takes several lines. An array stands on one line where it fits, else it has a line for each item; numbers
 * fill their lines.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { escapeInvisible } from "./invisible.js";
import { textWidth } from "./text-width.js";

const LINE_WIDTH = 100;

export function jsonText(value: Json): string {
  return `${printValue(value, 0, 0, 0)}\n`;
}

/**
 * @param depth levels of indentation of the line that the value starts on
 * @param column where on that line it starts
 * @param after columns taken by what follows it on the line: a comma
 */
function printValue(value: Json, depth: number, column: number, after: number): string {
  if (typeof value !== "object" || value === null) return printScalar(value);
  if (isArray(value)) return printArray(value, depth, column, after);
  return printObject(value, depth);
}

function printScalar(value: string | number | boolean | null): string {
  // Prettier writes an exponent without its plus.
  if (typeof value === "number") return JSON.stringify(value).replace("e+", "e");
  return typeof value === "string" ? printString(value) : JSON.stringify(value);
}

function printString(text: string): string {
  return escapeInvisible(JSON.stringify(text));
}

function printObject(value: JsonObject, depth: number): string {
  const members = Object.entries(value);
  if (members.length === 0) return "{}";
  const lines = members.map(([name, member], index) => {
    const key = `${printString(name)}: `;
    const comma = index < members.length - 1 ? "," : "";
    const column = columnsOf(depth + 1) + textWidth(key);
    return `${key}${printValue(member, depth + 1, column, comma.length)}${comma}`;
  });
  return enclose("{", lines, "}", depth);
}

function printArray(items: readonly Json[], depth: number, column: number, after: number): string {
  if (items.length === 0) return "[]";
  const flat = flatArray(items, LINE_WIDTH - column - after);
  if (flat !== undefined) return flat;
  if (items.every((item) => typeof item === "number"))
    return enclose("[", fillLines(items, depth + 1), "]", depth);
  const lines = items.map((item, index) => {
    const comma = index < items.length - 1 ? "," : "";
    return `${printValue(item, depth + 1, columnsOf(depth + 1), comma.length)}${comma}`;
  });
  return enclose("[", lines, "]", depth);
}

/** The array on one line, or undefined where it must break or takes more room than there is. */
function flatArray(items: readonly Json[], room: number): string | undefined {
  if (isMatrix(items)) return undefined;
  const printed: string[] = [];
  let left = room - 2;
  for (const item of items) {
    const text = flatValue(item, left);
    if (text === undefined) return undefined;
    left -= textWidth(text) + (printed.length === 0 ? 0 : 2);
    if (left < 0) return undefined;
    printed.push(text);
  }
  return `[${printed.join(", ")}]`;
}

function flatValue(value: Json, room: number): string | undefined {
  if (typeof value !== "object" || value === null) return printScalar(value);
  if (isArray(value)) return value.length === 0 ? "[]" : flatArray(value, room);
  return Object.keys(value).length === 0 ? "{}" : undefined;
}

/** Prettier breaks an array of several arrays that each hold several items. */
function isMatrix(items: readonly Json[]): boolean {
  return (
    items.length > 1 &&
    items.every(
      (item) => typeof item === "object" && item !== null && isArray(item) && item.length > 1,
    )
  );
}

function fillLines(numbers: readonly Json[], depth: number): string[] {
  const lines: string[] = [];
  let current = "";
  numbers.forEach((number, index) => {
    const text = `${JSON.stringify(number).replace("e+", "e")}${index < numbers.length - 1 ? "," : ""}`;
    if (current !== "" && columnsOf(depth) + current.length + 1 + text.length > LINE_WIDTH) {
      lines.push(current);
      current = text;
    } else current = current === "" ? text : `${current} ${text}`;
  });
  return [...lines, current];
}

function enclose(open: string, lines: readonly string[], close: string, depth: number): string {
  const indent = " ".repeat(columnsOf(depth + 1));
  return `${open}\n${lines.map((text) => `${indent}${text}\n`).join("")}${" ".repeat(columnsOf(depth))}${close}`;
}

function columnsOf(depth: number): number {
  return depth * 2;
}

function isArray(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}
