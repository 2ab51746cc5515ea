/**
 * Small damages of a payload, each in its own frozen copy that shares what it leaves as it is.
 * In: a JSON value. Out: mutants, each with the pointers at which a report of it points exactly;
 * which of them are invalid is for an oracle to say.
 */

import { escapePointerToken } from "@proto-gen/runtime/codegen/generator";
import type { Json, JsonObject } from "@proto-gen/runtime/json";

export interface Mutant {
  readonly kind: string;
  /** The mutated place: of the missing member where one was dropped, of the new one where one was added. */
  readonly at: string;
  readonly value: Json;
}

type Path = readonly (string | number)[];

const WRONG: readonly (readonly [kind: string, value: Json])[] = [
  ["null", null],
  ["type boolean", true],
  ["type number", 7],
  ["type fraction", 0.5],
  ["type string", "wrong"],
  ["type array", []],
  ["type object", {}],
];

/** @param extra names of members to add to each object */
export function* mutantsOf(
  payload: Json,
  extra: readonly string[] = ["x_unknown"],
): Generator<Mutant> {
  for (const [path, value] of places(payload, [])) {
    const at = pointerOf(path);
    const replaced = (kind: string, by: Json): Mutant => ({
      kind,
      at,
      value: replace(payload, path, by),
    });
    if (typeof path.at(-1) === "string") yield { kind: "drop", at, value: drop(payload, path) };
    for (const [kind, wrong] of WRONG)
      if (typeName(wrong) !== typeName(value)) yield replaced(kind, wrong);
    if (typeof value === "string") {
      yield replaced("append", `${value}~`);
      if (value !== "") yield replaced("empty string", "");
    }
    if (typeof value === "number") for (const by of [-1, value - 1]) yield replaced("number", by);
    if (Array.isArray(value)) yield* ofArray(value, path, payload);
    if (isObject(value)) yield* ofObject(value, path, payload, extra);
  }
}

function* ofArray(value: readonly Json[], path: Path, payload: Json): Generator<Mutant> {
  if (value.length === 0) return;
  const at = pointerOf(path);
  yield { kind: "empty array", at, value: replace(payload, path, []) };
  const longer = [...value, value[0] as Json];
  yield { kind: "duplicate item", at, value: replace(payload, path, longer) };
}

function* ofObject(
  value: JsonObject,
  path: Path,
  payload: Json,
  extra: readonly string[],
): Generator<Mutant> {
  for (const name of extra) {
    const wider = { ...value, [name]: "x" };
    yield {
      kind: "extra member",
      at: pointerOf([...path, name]),
      value: replace(payload, path, wider),
    };
  }
}

function* places(value: Json, path: Path): Generator<readonly [Path, Json]> {
  yield [path, value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    yield* places(child as Json, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

function pointerOf(path: Path): string {
  return path.map((token) => `/${escapePointerToken(String(token))}`).join("");
}

/** Path copying: only what stands above the place is new. */
function replace(value: Json, [key, ...rest]: Path, by: Json): Json {
  if (key === undefined) return deepFreeze(by);
  if (Array.isArray(value)) {
    return Object.freeze(
      value.map((item: Json, index) => (index === key ? replace(item, rest, by) : item)),
    );
  }
  const object = value as JsonObject;
  return Object.freeze({ ...object, [key]: replace(object[key] as Json, rest, by) });
}

function drop(value: Json, path: Path): Json {
  const parent = path.slice(0, -1);
  const { [path.at(-1) as string]: _, ...rest } = valueAt(value, parent) as JsonObject;
  return replace(value, parent, rest);
}

function valueAt(value: Json, path: Path): Json {
  return path.reduce<Json>(
    (each, key) => (each as Readonly<Record<string | number, Json>>)[key] as Json,
    value,
  );
}

export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const child of Object.values(value)) deepFreeze(child);
  return Object.freeze(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function typeName(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
