/** Schemas as they are printed: an expression with its type, and how several become one. */

import {
  code,
  group,
  hardline,
  indent,
  join,
  line,
  softline,
  type Code,
  type Definition,
  type Doc,
  type Identifier,
  type ModuleScope,
  type Node,
} from "proto-gen/emitter/v1";

/** A schema as an expression and as a type: exported constants have explicit types, so that declarations need no inference. */
export interface Printed {
  readonly value: Doc;
  readonly type: Doc;
}

/** Kinds of values that zod has a schema for; an integer is a number with a refinement. */
export const KINDS = ["object", "array", "string", "number", "boolean", "null"] as const;
export type Kind = (typeof KINDS)[number];

/** The module that schemas are printed for. */
export interface SchemaContext {
  readonly scope: ModuleScope;
  /** The local name of `z`. */
  readonly z: Identifier;
  /** @param kinds those that the value can have, by what is known around the node; all by default */
  print(node: Node, kinds?: readonly Kind[]): Printed;
  /** What stands where a definition is used. */
  reference(definition: Definition): Printed;
  /** Declares a schema before the one that is being printed, for refinements that call it. */
  declare(schema: Printed): Identifier;
}

export function unknown(z: Identifier): Printed {
  return { value: code`${z}.unknown()`, type: code`${z}.ZodUnknown` };
}

export function never(z: Identifier): Printed {
  return { value: code`${z}.never()`, type: code`${z}.ZodNever` };
}

export function exactOptional({ value, type }: Printed, z: Identifier): Printed {
  return {
    value: call(code`${z}.exactOptional`, [value]),
    type: generic(code`${z}.ZodExactOptional`, [type]),
  };
}

/** One of several schemas, or exactly one of them; the schema itself, where there is one. `z` is taken where it is used. */
export function choice(
  schemas: readonly Printed[],
  context: Pick<SchemaContext, "z">,
  kind: "union" | "xor" = "union",
): Printed {
  const [first, ...others] = schemas;
  if (first !== undefined && others.length === 0) return first;
  const { z } = context;
  const values = schemas.map(({ value }) => value);
  const types = schemas.map((each) => each.type);
  return {
    value: call(kind === "xor" ? code`${z}.xor` : code`${z}.union`, [list(values)]),
    type: generic(kind === "xor" ? code`${z}.ZodXor` : code`${z}.ZodUnion`, [
      [code`readonly `, list(types)],
    ]),
  };
}

/** The schema with further methods called on it: they change no type. */
export function chained({ value, type }: Printed, methods: readonly Doc[]): Printed {
  return methods.length === 0 ? { value, type } : { value: [value, ...methods], type };
}

export function call(make: Code, args: readonly Doc[]): Doc {
  return group([make, "(", indent([softline, join([",", line], args)]), softline, ")"]);
}

export function generic(type: Code, args: readonly Doc[]): Doc {
  return group([type, "<", indent([softline, join([",", line], args)]), softline, ">"]);
}

export function list(items: readonly Doc[]): Doc {
  if (items.length === 0) return "[]";
  return group(["[", indent([softline, join([",", line], items)]), softline, "]"]);
}

export function block(lines: readonly Doc[]): Doc {
  return lines.length === 0
    ? "{}"
    : ["{", indent([hardline, join(hardline, lines)]), hardline, "}"];
}
