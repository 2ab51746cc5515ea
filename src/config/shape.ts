/** The shapes of the configuration's values: how each is checked, where its paths lead, and its JSON Schema. */

import { joinPointer } from "@proto-gen/runtime/json";
import { didYouMean } from "../text/nearest.js";

/** What a text names, if it names something: whether a path is in it, and where. */
export type TextKind = "path" | "source" | "directory";

export type Shape =
  TextShape | EmitterShape | FlagShape | NumberShape | ListShape | MapShape | ObjectShape;

interface TextShape {
  readonly type: "text";
  readonly names?: TextKind;
  readonly oneOf?: readonly string[];
}

/** The name of an emitter, or an emitter, which only a module has; what is wrong with that, the run says. */
interface EmitterShape {
  readonly type: "emitter";
  readonly oneOf: readonly string[];
}

interface FlagShape {
  readonly type: "flag";
}

interface NumberShape {
  readonly type: "number";
  readonly minimum: number;
  readonly maximum: number;
}

interface ListShape {
  readonly type: "list";
  readonly of: Shape;
}

/** Values by names that are not known here. */
interface MapShape {
  readonly type: "map";
  readonly of: Shape;
}

export interface ObjectShape {
  readonly type: "object";
  readonly members: Members;
}

export type Members = Readonly<Record<string, Member>>;
export type Member = Shape & { readonly description: string };

/** What is wrong with a value, and the fix where there is one. */
export interface ShapeProblem {
  /** JSON pointer below the configuration. */
  readonly pointer: string;
  /** The problem is the member's name rather than its value. */
  readonly isOfName?: true;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** @param pointer the value's own */
export function findProblems(value: unknown, shape: Shape, pointer = ""): ShapeProblem[] {
  if (value === undefined) return [];
  switch (shape.type) {
    case "text":
      return textProblems(value, shape, pointer);
    case "emitter":
      return isRecord(value)
        ? []
        : textProblems(value, { type: "text", oneOf: shape.oneOf }, pointer);
    case "flag":
      return typeof value === "boolean" ? [] : [wrongType(pointer, "true or false")];
    case "number": {
      const { minimum, maximum } = shape;
      const isRight =
        Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
      return isRight ? [] : [wrongType(pointer, `a whole number from ${minimum} to ${maximum}`)];
    }
    case "list":
      if (!Array.isArray(value)) return [wrongType(pointer, "a list")];
      return value.flatMap((item: unknown, index) =>
        findProblems(item, shape.of, `${pointer}/${index}`),
      );
    case "map":
      return isRecord(value)
        ? Object.entries(value).flatMap(([name, item]) =>
            findProblems(item, shape.of, joinPointer(pointer, name)),
          )
        : [wrongType(pointer, "an object")];
    case "object":
      return isRecord(value)
        ? memberProblems(value, shape, pointer)
        : [wrongType(pointer, "an object")];
  }
}

function textProblems(value: unknown, { oneOf }: TextShape, pointer: string): ShapeProblem[] {
  if (typeof value !== "string" || value === "")
    return [wrongType(pointer, "a text that is not empty")];
  // No path has one: what is asked for the file would throw.
  if (value.includes("\0")) return [wrongType(pointer, "a text without the character U+0000")];
  if (oneOf === undefined || oneOf.includes(value)) return [];
  const hint = didYouMean(value, oneOf);
  return [{ ...wrongType(pointer, `one of ${oneOf.join(", ")}, and not ${value}`), hint }];
}

function memberProblems(
  value: Readonly<Record<string, unknown>>,
  { members }: ObjectShape,
  pointer: string,
): ShapeProblem[] {
  const names = Object.keys(members);
  return Object.entries(value).flatMap(([name, item]) => {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    const at = joinPointer(pointer, name);
    if (member !== undefined) return findProblems(item, member, at);
    const hint = didYouMean(name, names) ?? `the members are ${names.join(", ")}`;
    return [{ pointer: at, isOfName: true as const, message: `there is no member ${name}`, hint }];
  });
}

function wrongType(pointer: string, expected: string): ShapeProblem {
  return {
    pointer,
    message: `${pointer.slice(1).replaceAll("/", ".") || "the configuration"} must be ${expected}`,
  };
}

/** A copy whose paths were resolved. */
export function mapPaths(
  value: unknown,
  shape: Shape,
  resolve: (text: string, kind: TextKind) => string,
): unknown {
  if (shape.type === "text")
    return typeof value === "string" && shape.names !== undefined
      ? resolve(value, shape.names)
      : value;
  if (shape.type === "list" && Array.isArray(value))
    return value.map((item: unknown) => mapPaths(item, shape.of, resolve));
  if (shape.type === "emitter" || !isRecord(value)) return value;
  const shapeOf = (name: string): Shape | undefined =>
    shape.type === "map" ? shape.of : shape.type === "object" ? shape.members[name] : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const of = shapeOf(name);
      return [name, of === undefined ? item : mapPaths(item, of, resolve)];
    }),
  );
}

/** The JSON Schema of a shape, in draft 2020-12. */
export function toJsonSchema(shape: Shape): Record<string, unknown> {
  switch (shape.type) {
    case "text":
      return shape.oneOf === undefined ? { type: "string", minLength: 1 } : { enum: shape.oneOf };
    case "emitter":
      return { enum: shape.oneOf };
    case "flag":
      return { type: "boolean" };
    case "number":
      return { type: "integer", minimum: shape.minimum, maximum: shape.maximum };
    case "list":
      return { type: "array", items: toJsonSchema(shape.of) };
    case "map":
      return { type: "object", additionalProperties: toJsonSchema(shape.of) };
    case "object": {
      const properties = Object.entries(shape.members).map(([name, member]) => [
        name,
        { description: member.description, ...toJsonSchema(member) },
      ]);
      return {
        type: "object",
        properties: Object.fromEntries(properties),
        additionalProperties: false,
      };
    }
  }
}

const RECORDS: readonly string[] = ["[object Object]", "[object Module]"];

/** An object with members: a promise or a `Map` would be taken for one without any. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" &&
    value !== null &&
    RECORDS.includes(Object.prototype.toString.call(value))
  );
}
