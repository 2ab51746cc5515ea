/** Random values of a type. In: a type, as TypeScript's checker has it. Out: JSON; no schema is asked. */

import ts from "typescript";
import type { Json } from "@proto-gen/runtime/json";
import type { Random } from "../oracle/random.js";
import { NAMES, NUMBERS, STRINGS } from "../oracle/random-schema.js";

const DEPTH = 6;

/** @returns undefined where the type has no value, or none that is small */
export function sampleType(
  checker: ts.TypeChecker,
  type: ts.Type,
  random: Random,
): Json | undefined {
  return new Sampler(checker, random).sample(type, DEPTH);
}

class Sampler {
  readonly #checker: ts.TypeChecker;
  readonly #random: Random;

  constructor(checker: ts.TypeChecker, random: Random) {
    this.#checker = checker;
    this.#random = random;
  }

  sample(type: ts.Type, depth: number): Json | undefined {
    if (depth < 0) return undefined;
    if (type.isUnion()) return this.#union(type, depth);
    if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
    const { flags } = type;
    if ((flags & ts.TypeFlags.BooleanLiteral) !== 0)
      return this.#checker.typeToString(type) === "true";
    if ((flags & ts.TypeFlags.Null) !== 0) return null;
    if ((flags & ts.TypeFlags.Number) !== 0) return this.#random.pick(NUMBERS);
    if ((flags & ts.TypeFlags.Unknown) !== 0)
      return this.#random.pick<Json>([...STRINGS, ...NUMBERS, null, true, {}, []]);
    if ((flags & ts.TypeFlags.String) !== 0 || isOpenString(type))
      return this.#random.pick(STRINGS);
    if ((flags & (ts.TypeFlags.Never | ts.TypeFlags.Undefined)) !== 0) return undefined;
    if (this.#isOfTwoKinds(type)) return undefined;
    if (this.#checker.isTupleType(type)) return this.#tuple(type as ts.TypeReference, depth);
    if (this.#checker.isArrayType(type)) return this.#array(type as ts.TypeReference, depth);
    return this.#object(type, depth);
  }

  /**
   * The index signature of one part covers the members of the others. TypeScript lets numbers and lists pass for an object without
   * required members, which JSON Schema does not.
   */
  #member(type: ts.Type, symbol: ts.Symbol, depth: number): Json | undefined {
    const value = this.sample(this.#checker.getTypeOfSymbol(symbol), depth - 1);
    const parts = type.isIntersection() ? type.types : [];
    const isCovered = parts.every((part) => {
      const index = this.#checker.getIndexInfosOfType(part)[0];
      const isNamed = this.#checker.getPropertyOfType(part, symbol.name) !== undefined;
      return index === undefined || isNamed || this.#mayBe(index.type, value);
    });
    return isCovered ? value : undefined;
  }

  /** True where the value, its items and its members are literals or of kinds that the type has. */
  #mayBe(type: ts.Type, value: Json | undefined): boolean {
    if (type.isUnion()) return type.types.some((each) => this.#mayBe(each, value));
    if (type.isStringLiteral() || type.isNumberLiteral()) return type.value === value;
    const { flags } = type;
    if ((flags & ts.TypeFlags.Unknown) !== 0) return true;
    if (value === null) return (flags & ts.TypeFlags.Null) !== 0;
    if (typeof value === "number") return (flags & ts.TypeFlags.NumberLike) !== 0;
    if (typeof value === "boolean") return (flags & ts.TypeFlags.BooleanLike) !== 0;
    if (typeof value === "string")
      return (flags & ts.TypeFlags.StringLike) !== 0 || isOpenString(type);
    if (value === undefined || (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0)
      return false;
    if (this.#isOfTwoKinds(type)) return false;
    if (Array.isArray(value) !== this.#checker.isArrayLikeType(type)) return false;
    const index = this.#checker.getIndexInfosOfType(type)[0];
    return Object.entries(value).every(([name, each]) => {
      const symbol = this.#checker.getPropertyOfType(type, name);
      const part = symbol === undefined ? index?.type : this.#checker.getTypeOfSymbol(symbol);
      return part === undefined || this.#mayBe(part, each);
    });
  }

  /** JSON has no value that is two of a primitive, a list and an object. */
  #isOfTwoKinds(type: ts.Type): boolean {
    return type.isIntersection() && type.types.some((each) => this.#isNoObject(each));
  }

  #isNoObject(type: ts.Type): boolean {
    const isPlain = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive)) !== 0;
    return !isPlain || this.#checker.isArrayLikeType(type);
  }

  /** The first of its types, in random order, that has a value. */
  #union({ types }: ts.UnionType, depth: number): Json | undefined {
    const start = this.#random.int(types.length);
    for (let index = 0; index < types.length; index++) {
      const each = types[(start + index) % types.length]!;
      const value = this.sample(each, depth);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  #tuple(type: ts.TypeReference, depth: number): Json | undefined {
    const { elementFlags } = type.target as ts.TupleType;
    const items: Json[] = [];
    for (const [index, element] of this.#checker.getTypeArguments(type).entries()) {
      const flag = elementFlags[index] ?? ts.ElementFlags.Required;
      if (flag !== ts.ElementFlags.Required && this.#random.chance(0.5)) break;
      const item = this.sample(element, depth - 1);
      if (item === undefined && flag === ts.ElementFlags.Required) return undefined;
      if (item === undefined) break;
      items.push(item);
    }
    return items;
  }

  #array(type: ts.TypeReference, depth: number): Json {
    const [element] = this.#checker.getTypeArguments(type);
    const items = Array.from({ length: this.#random.int(3) }, () =>
      this.sample(element!, depth - 1),
    );
    return items.filter((item) => item !== undefined);
  }

  #object(type: ts.Type, depth: number): Json | undefined {
    const members: [string, Json][] = [];
    for (const symbol of this.#checker.getPropertiesOfType(type)) {
      const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
      if (isOptional && this.#random.chance(0.4)) continue;
      const value = this.#member(type, symbol, depth);
      if (value === undefined && !isOptional) return undefined;
      if (value !== undefined) members.push([symbol.name, value]);
    }
    const named = new Set(this.#checker.getPropertiesOfType(type).map(({ name }) => name));
    const index = this.#checker.getIndexInfosOfType(type)[0];
    if (index === undefined || this.#random.chance(0.3)) return Object.fromEntries(members);
    for (const name of this.#random.some([...NAMES, "other"]).filter((each) => !named.has(each))) {
      const value = this.sample(index.type, depth - 1);
      if (value !== undefined) members.push([name, value]);
    }
    return Object.fromEntries(members);
  }
}

/** `string & {}`, as which an open enum lists its literals beside any string. */
function isOpenString(type: ts.Type): boolean {
  if (!type.isIntersection() || type.types.length !== 2) return false;
  const isString = ({ flags }: ts.Type): boolean => (flags & ts.TypeFlags.String) !== 0;
  return (
    type.types.some(isString) &&
    type.types.some((each) => !isString(each) && each.getProperties().length === 0)
  );
}
