/** Type syntax: the part of TypeScript's declarations that JSON Schema and OpenAPI turn into. */

import type { Identifier } from "../../text/identifier.js";
import type { Code } from "../code.js";

export type Type =
  | NamedType
  | LiteralType
  | ArrayType
  | AccessType
  | ReadonlyType
  | TupleType
  | ObjectType
  | SetType;

/** A keyword, or a reference to a declaration: `string`, `Order`, `Money.Amount`, `Record<K, V>`. */
export interface NamedType {
  readonly kind: "name";
  readonly name: Code;
  readonly arguments: readonly Type[];
}

export interface LiteralType {
  readonly kind: "literal";
  /** As it is printed. */
  readonly text: Code;
}

export interface ArrayType {
  readonly kind: "array";
  readonly element: Type;
}

/** A member's type: `components["schemas"]`. */
export interface AccessType {
  readonly kind: "access";
  readonly object: Type;
  readonly index: Type;
}

export interface ReadonlyType {
  readonly kind: "readonly";
  readonly operand: Type;
}

export interface TupleType {
  readonly kind: "tuple";
  readonly elements: readonly TupleElement[];
}

export interface TupleElement {
  readonly presence: "required" | "optional" | "rest";
  readonly type: Type;
}

export interface ObjectType {
  readonly kind: "object";
  readonly members: readonly Member[];
}

export interface SetType {
  readonly kind: "union" | "intersection";
  readonly types: readonly Type[];
}

export interface Member {
  readonly comments: readonly Comment[];
  readonly readonly: boolean;
  readonly key: PropertyName | IndexKey;
  readonly type: Type;
}

export interface PropertyName {
  readonly kind: "property";
  /** As it is printed: quoted where it is no identifier. */
  readonly name: Code;
  readonly optional: boolean;
}

export interface IndexKey {
  readonly kind: "index";
  readonly parameter: Identifier;
  readonly type: Type;
}

/** The lines of a block comment, without its marks. Of each line, what stands after its ` *`. */
export type Comment = readonly string[];

export interface Declaration {
  readonly kind: "interface" | "alias";
  readonly comments: readonly Comment[];
  readonly name: Identifier;
  /** The type that an interface extends. */
  readonly heritage?: Type;
  /** An interface has an object type. */
  readonly type: Type;
}
