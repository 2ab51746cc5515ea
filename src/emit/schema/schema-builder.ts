/** Gathers the keywords of one schema object, and how faithful they are to the node. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { inOrder } from "./keyword-order.js";
import type { Rendered } from "./rendered.js";

export class SchemaBuilder {
  readonly #keywords = new Map<string, Json>();
  readonly #branches: JsonObject[] = [];
  #exact = true;
  #evaluates = true;

  get evaluates(): boolean {
    return this.#evaluates;
  }

  set(keyword: string, value: Json | undefined): void {
    if (value !== undefined) this.#keywords.set(keyword, value);
  }

  /** Keywords that belong together and may be there several times: the first stay, others go into `allOf`. */
  repeat(group: JsonObject): void {
    const keywords = Object.entries(group);
    if (keywords.some(([keyword]) => this.#keywords.has(keyword))) this.branch(group);
    else for (const [keyword, value] of keywords) this.#keywords.set(keyword, value);
  }

  /** A branch of `allOf`; one that says nothing is left out. */
  branch(schema: JsonObject): void {
    if (Object.keys(schema).length > 0) this.#branches.push(schema);
  }

  /** The schema of a member or an item. */
  below({ schema, exact }: Rendered): JsonObject {
    this.#exact &&= exact;
    return schema;
  }

  /** A schema of the same instance. */
  inPlace(rendered: Rendered): JsonObject {
    this.#evaluates &&= rendered.evaluates;
    return this.below(rendered);
  }

  /** A rule was left out, or weakened. */
  widen(): void {
    this.#exact = false;
  }

  /** A rule was left out that evaluates members or items. */
  forget(): void {
    this.#exact = false;
    this.#evaluates = false;
  }

  finish(): Rendered {
    if (this.#branches.length > 0) this.#keywords.set("allOf", this.#branches);
    return {
      schema: inOrder(this.#keywords),
      exact: this.#exact,
      evaluates: this.#evaluates,
    };
  }
}
