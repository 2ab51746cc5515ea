/**
 * Normalise: a type as it was written in, the same type without redundancy out. Unions inside unions
 * become one, as do intersections; a union keeps the first of equal types.
 */

import type { Declaration, Member, SetType, TupleElement, Type } from "./syntax.js";

export function normaliseDeclaration(declaration: Declaration): Declaration {
  return { ...declaration, type: new Normaliser().normalise(declaration.type) };
}

/**
 * Equal types have equal numbers, so that comparing takes no second walk: a type's number is that of
 * its text with its parts' numbers in it.
 */
class Normaliser {
  readonly #numbers = new Map<string, number>();
  readonly #numbered = new Map<Type, number>();

  normalise(type: Type): Type {
    switch (type.kind) {
      case "literal":
        return type;
      case "name":
        return type.arguments.length === 0
          ? type
          : { ...type, arguments: type.arguments.map((argument) => this.normalise(argument)) };
      case "array":
        return { kind: "array", element: this.normalise(type.element) };
      case "access":
        return {
          kind: "access",
          object: this.normalise(type.object),
          index: this.normalise(type.index),
        };
      case "readonly":
        return { kind: "readonly", operand: this.normalise(type.operand) };
      case "tuple":
        return {
          kind: "tuple",
          elements: type.elements.map((element): TupleElement => ({
            ...element,
            type: this.normalise(element.type),
          })),
        };
      case "object":
        return {
          kind: "object",
          members: type.members.map((member): Member => ({
            ...member,
            type: this.normalise(member.type),
          })),
        };
      case "union":
      case "intersection":
        return this.#normaliseSet(type);
    }
  }

  #normaliseSet(set: SetType): Type {
    const flat: Type[] = [];
    this.#collect(set, set.kind, flat);
    const types = set.kind === "union" ? this.#distinct(flat) : flat;
    const [only] = types;
    return types.length === 1 && only !== undefined ? only : { kind: set.kind, types };
  }

  #collect(set: SetType, kind: SetType["kind"], into: Type[]): void {
    for (const type of set.types) {
      if (type.kind === kind) this.#collect(type, kind, into);
      else into.push(this.normalise(type));
    }
  }

  #distinct(types: readonly Type[]): readonly Type[] {
    const seen = new Set<number>();
    return types.filter((type) => {
      const number = this.#number(type);
      return seen.size !== seen.add(number).size;
    });
  }

  #number(type: Type): number {
    const known = this.#numbered.get(type);
    if (known !== undefined) return known;
    const text = this.#describe(type);
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    this.#numbered.set(type, number);
    return number;
  }

  /** Comments do not tell types apart. */
  #describe(type: Type): string {
    switch (type.kind) {
      case "literal":
        return `= ${type.text}`;
      case "name":
        return `name ${type.name} ${this.#list(type.arguments)}`;
      case "array":
        return `array ${this.#number(type.element)}`;
      case "access":
        return `access ${this.#number(type.object)} ${this.#number(type.index)}`;
      case "readonly":
        return `readonly ${this.#number(type.operand)}`;
      case "tuple":
        return `tuple ${type.elements.map((element) => `${element.presence} ${this.#number(element.type)}`).join()}`;
      case "object":
        return `object ${type.members.map((member) => `${this.#describeKey(member)} ${this.#number(member.type)}`).join()}`;
      case "union":
      case "intersection":
        return `${type.kind} ${this.#list(type.types)}`;
    }
  }

  #describeKey({ key, readonly }: Member): string {
    const name =
      key.kind === "index" ? `[${this.#number(key.type)}]` : key.name + (key.optional ? "?" : "");
    return readonly ? `readonly ${name}` : name;
  }

  #list(types: readonly Type[]): string {
    return types.map((type) => this.#number(type)).join();
  }
}
