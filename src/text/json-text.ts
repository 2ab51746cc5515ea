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

/**
 * A JSON value as the text of a file, laid out as prettier does.
 *
 * @example
 * ```ts
 * import { jsonText } from "proto-gen/emitter/v1";
 *
 * jsonText({ id: "item_1" }); // '{\n  "id": "item_1"\n}\n'
 * ```
 */
export function jsonText(value: Json): string {
  return `${printValue(value, { depth: 0, room: LINE_WIDTH })}\n`;
}

interface TextPosition {
  /** Levels of indentation of the line that the value starts on. */
  readonly depth: number;
  /** Columns that the value may take on that line. */
  readonly room: number;
}

function printValue(value: Json, position: TextPosition): string {
  if (typeof value !== "object" || value === null) return printScalar(value);
  return isArray(value) ? printArray(value, position) : printObject(value, position);
}

function printScalar(value: string | number | boolean | null): string {
  // Prettier writes an exponent without its plus.
  if (typeof value === "number") return JSON.stringify(value).replace("e+", "e");
  return typeof value === "string" ? printString(value) : JSON.stringify(value);
}

function printString(text: string): string {
  return escapeInvisible(JSON.stringify(text));
}

function printObject(value: JsonObject, { depth }: TextPosition): string {
  const members = Object.entries(value);
  if (members.length === 0) return "{}";
  const lines = members.map(([name, member], index) => {
    const key = `${printString(name)}: `;
    const comma = index < members.length - 1 ? "," : "";
    const room = LINE_WIDTH - columnsOf(depth + 1) - textWidth(key) - comma.length;
    return `${key}${printValue(member, { depth: depth + 1, room })}${comma}`;
  });
  return enclose("{}", lines, depth);
}

function printArray(items: readonly Json[], { depth, room }: TextPosition): string {
  if (items.length === 0) return "[]";
  const flat = flatArray(items, room);
  if (flat !== undefined) return flat;
  if (items.every((item) => typeof item === "number"))
    return enclose("[]", fillLines(items, depth + 1), depth);
  const lines = items.map((item, index) => {
    const comma = index < items.length - 1 ? "," : "";
    const itemRoom = LINE_WIDTH - columnsOf(depth + 1) - comma.length;
    return `${printValue(item, { depth: depth + 1, room: itemRoom })}${comma}`;
  });
  return enclose("[]", lines, depth);
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

function enclose(brackets: "[]" | "{}", lines: readonly string[], depth: number): string {
  const indent = " ".repeat(columnsOf(depth + 1));
  return `${brackets[0]}\n${lines.map((text) => `${indent}${text}\n`).join("")}${" ".repeat(columnsOf(depth))}${brackets[1]}`;
}

function columnsOf(depth: number): number {
  return depth * 2;
}

function isArray(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}
