/** Prints the schemas of tools as literals, in which equal parts are one constant of the module. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { ObjectSchema } from "@proto-gen/runtime/codegen/v1";
import {
  arrayLiteral,
  camelCase,
  code,
  CODEGEN,
  identifier,
  jsonLiteral,
  objectLiteral,
  type Doc,
  type Identifier,
  type ModuleScope,
  type PackageSource,
} from "../v1.js";
import { splitText } from "./schema-graph.js";

/** Shorter objects stand where they are used. */
const SHORTEST = 40;

const SCHEMA = identifier("schema");

/** Names of a place that a constant is called after, at most. */
const MOST_WORDS = 5;

/** Keywords whose names say nothing of a place between others. */
const CONTAINERS: ReadonlySet<string> = new Set(["properties", "$defs", "allOf", "anyOf", "oneOf"]);

/** Words that name no place alone. */
const VAGUE: ReadonlySet<string> = new Set([
  ...CONTAINERS,
  ...["additionalProperties", "branch", "else", "if", "items", "not", "propertyNames", "then"],
  ...["arguments", "result"],
]);

interface ConstantType {
  readonly from: PackageSource;
  readonly name: Identifier;
}

const JSON_VALUE: ConstantType = {
  from: { package: "@proto-gen/runtime/json" },
  name: identifier("Json"),
};
const OBJECT_SCHEMA: ConstantType = {
  from: CODEGEN,
  name: identifier("ObjectSchema"),
};

export class SharedConstants {
  readonly #scope: ModuleScope;
  /** Equal objects have one number. */
  readonly #numbers = new Map<Json, number>();
  readonly #known = new Map<string, number>();
  /** The places of each, where equal objects have their parts once. */
  readonly #uses: number[] = [];
  readonly #isLong: boolean[] = [];

  constructor(values: readonly JsonObject[], scope: ModuleScope) {
    this.#scope = scope;
    for (const each of values) this.#count(each);
  }

  /** A schema that stands for itself, as a member of a tool. */
  schema(value: ObjectSchema, tool: string, member: string): Doc {
    return this.#literal(value, [tool, member], OBJECT_SCHEMA);
  }

  /** @param place names from the tool down to the value */
  #literal(value: Json, place: readonly string[], type = JSON_VALUE): Doc {
    if (typeof value !== "object" || value === null) return jsonLiteral(value);
    if (Array.isArray(value))
      return arrayLiteral(
        (value as readonly Json[]).map((each) => this.#literal(each, [...place, branchName(each)])),
      );
    const number = this.#numbers.get(value)!;
    const literal = this.#object(value as JsonObject, place);
    if (!this.#isLong[number] || this.#uses[number]! < 2) return literal;
    return this.#scope.hoist(`${type.name} ${number}`, this.#wish(place), (own) => [
      code`const ${own}: ${this.#scope.importType(type.from, type.name)} = `,
      literal,
      ";",
    ]);
  }

  #object(value: JsonObject, place: readonly string[]): Doc {
    return objectLiteral(
      Object.entries(value).map(
        ([name, each]) => [name, this.#literal(each, [...place, name])] as const,
      ),
    );
  }

  /**
   * The shortest name of the place that is free: `buyerSchema`, then `updateCheckoutBuyerSchema`. No name of a check, an import or
   * a constant of validators, which share the module, ends so.
   */
  #wish(place: readonly string[]): Identifier {
    const words = place
      .filter((word, at) => !CONTAINERS.has(word) || at === place.length - 1)
      .slice(-MOST_WORDS);
    const last = VAGUE.has(words.at(-1)!) ? 2 : 1;
    const wishes = words
      .map((_, at) => camelCase(`${words.slice(at).join("_")}_schema`, SCHEMA))
      .reverse();
    return wishes.slice(last - 1).find((each) => !this.#scope.has(each)) ?? wishes.at(-1)!;
  }

  #count(value: Json): void {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const each of value as readonly Json[]) this.#count(each);
      return;
    }
    for (const each of Object.values(value as JsonObject)) this.#count(each);
    const { text, parts } = splitText(value, (each) => this.#numbers.get(each));
    const key = `${text} ${parts.join(",")}`;
    const number = this.#known.get(key) ?? this.#known.size;
    this.#numbers.set(value, number);
    if (this.#known.has(key)) {
      this.#uses[number]!++;
      // Its parts stand once, as it does.
      for (const part of parts) this.#uses[part]!--;
      return;
    }
    this.#known.set(key, number);
    this.#uses[number] = 1;
    this.#isLong[number] = text.length + parts.length * SHORTEST >= SHORTEST;
  }
}

/** A branch is called after the first member that it requires or declares. */
function branchName(branch: Json): string {
  if (typeof branch !== "object" || branch === null || Array.isArray(branch)) return "branch";
  const { required, properties, title } = branch as JsonObject;
  const [member] = Array.isArray(required) ? (required as readonly Json[]) : [];
  if (typeof title === "string") return title;
  if (typeof member === "string") return `with_${member}`;
  const [name] = Object.keys((properties ?? {}) as JsonObject);
  return name === undefined ? "branch" : `of_${name}`;
}
