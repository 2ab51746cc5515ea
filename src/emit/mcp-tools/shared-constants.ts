/** Prints the schemas of tools as literals, in which equal parts are one constant of the module. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { ObjectSchema } from "@proto-gen/runtime/service";
import { code } from "../../source/code.js";
import type { Doc } from "../../source/doc.js";
import { arrayLiteral, jsonLiteral, objectLiteral } from "../../source/literal.js";
import type { ModuleScope } from "../../source/module-scope.js";
import { identifier, type Identifier } from "../../text/identifier.js";
import { camelCase } from "../../text/words.js";
import { splitText } from "./schema-graph.js";

/** Shorter objects stand where they are used. */
const SHORTEST = 40;

const SCHEMA = identifier("schema");

interface ConstantType {
  readonly from: string;
  readonly name: Identifier;
}

const JSON_VALUE: ConstantType = { from: "@proto-gen/runtime/json", name: identifier("Json") };
const OBJECT_SCHEMA: ConstantType = {
  from: "@proto-gen/runtime/service",
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
  schema(value: ObjectSchema, name: string): Doc {
    return this.#literal(value, name, OBJECT_SCHEMA);
  }

  #literal(value: Json, name?: string, type = JSON_VALUE): Doc {
    if (typeof value !== "object" || value === null) return jsonLiteral(value);
    if (Array.isArray(value))
      return arrayLiteral((value as readonly Json[]).map((each) => this.#literal(each, name)));
    const number = this.#numbers.get(value)!;
    const literal = this.#object(value as JsonObject);
    if (!this.#isLong[number] || this.#uses[number]! < 2) return literal;
    const wish = name === undefined ? SCHEMA : camelCase(name, SCHEMA);
    return this.#scope.hoist(`${type.name} ${number}`, wish, (own) => [
      code`const ${own}: ${this.#scope.importType(type.from, type.name)} = `,
      literal,
      ";",
    ]);
  }

  #object(value: JsonObject): Doc {
    return objectLiteral(
      Object.entries(value).map(([name, each]) => [name, this.#literal(each, name)] as const),
    );
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
