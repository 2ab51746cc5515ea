/** Gathers the keywords of one schema object. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { inOrder } from "./keyword-order.js";

export class SchemaBuilder {
  readonly #keywords = new Map<string, Json>();
  readonly #branches: JsonObject[] = [];

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

  finish(): JsonObject {
    if (this.#branches.length > 0) this.#keywords.set("allOf", this.#branches);
    return inOrder(this.#keywords);
  }
}
