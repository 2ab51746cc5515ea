/**
 * Schemas as a graph, in which equal ones are one vertex. In: schema objects whose parts were added before. Out: one schema, in which what
 * is used several times stands in `$defs` where that is smaller, or everywhere it is used.
 */

import { type Json, type JsonObject, joinPointer } from "@proto-gen/runtime/json";
import { inOrder } from "../schema/keyword-order.js";
import type { Budget } from "../schema/budget.js";
import { pascalCase } from "../v1.js";

export interface Vertex<Mark> {
  readonly schema: JsonObject;
  /** The text of the schema without its parts. */
  readonly size: number;
  /** Its parts, each as often as it stands there. */
  readonly parts: readonly Vertex<Mark>[];
  /** What a schema with annotations of its own refers to. */
  readonly target: Vertex<Mark> | undefined;
  readonly mark: Mark | undefined;
  /** The body of a schema that contains itself, which is added last. */
  readonly body: (() => Vertex<Mark>) | undefined;
}

export interface Written<Mark> {
  readonly schema: JsonObject;
  /** Where each mark stands: JSON Pointers in the schema. */
  readonly marks: readonly { readonly pointer: string; readonly mark: Mark }[];
}

/**
 * The text of a schema with null for each of its parts, and the parts in order. A part and the value null never stand in one place, so
 * that schemas with equal texts and equal parts are equal.
 */
export function splitText<Part>(
  schema: Json,
  partAt: (value: Json) => Part | undefined,
): { readonly text: string; readonly parts: readonly Part[] } {
  const parts: Part[] = [];
  const text = JSON.stringify(schema, (_, value: Json): Json => {
    const part = value === schema ? undefined : partAt(value);
    if (part === undefined) return value;
    parts.push(part);
    return null;
  });
  return { text, parts };
}

export class SchemaGraph<Mark> {
  readonly #vertices = new Map<JsonObject, Vertex<Mark>>();
  readonly #known = new Map<string, Vertex<Mark>>();
  readonly #ids = new Map<Vertex<Mark>, number>();
  readonly #wishes = new Map<Vertex<Mark>, string>();

  /** @returns the object that stands for the schema from now on: the same one for equal schemas */
  add(schema: JsonObject, mark?: Mark): JsonObject {
    const { text, parts } = splitText(schema, (value) => this.#vertexAt(value));
    const key = `${text} ${this.#idsOf(parts)} ${JSON.stringify(mark)}`;
    const size = text.length - parts.length * "null".length;
    return this.#vertex(key, { schema, size, parts, target: undefined, mark, body: undefined });
  }

  /** A schema and annotations in front of those that it has where it is declared. */
  annotate(target: JsonObject, own: readonly (readonly [string, Json])[]): JsonObject {
    const vertex = this.#vertexAt(target)!;
    const isShort = vertex.size <= REFERENCE && vertex.parts.length === 0;
    // What is no longer than a reference is never one. Some readers take no other keyword beside one (ADR 99).
    const isWritten = isShort || own.some(([keyword]) => !BESIDE_REFERENCE.has(keyword));
    if (vertex.body === undefined && vertex.target === undefined && isWritten)
      return this.add(inOrder([...Object.entries(target), ...own]), vertex.mark);
    const schema = Object.fromEntries(own) as JsonObject;
    const text = JSON.stringify(schema);
    return this.#vertex(`${text} of ${this.#ids.get(vertex)}`, {
      ...{ schema, size: text.length - 1, parts: [vertex], target: vertex },
      ...{ mark: undefined, body: undefined },
    });
  }

  has(schema: JsonObject): boolean {
    return this.#vertices.has(schema);
  }

  /** A schema that contains itself. @param body what it is, once all is added */
  recursive(key: string, body: () => JsonObject): JsonObject {
    return this.#vertex(`recursive ${key}`, {
      // Not empty: a schema that says nothing is left out of an `allOf`.
      ...{ schema: { $ref: "" }, size: 0, parts: [], target: undefined, mark: undefined },
      body: () => this.#vertexAt(body())!,
    });
  }

  /** Wishes a name for the schema, where it stands in `$defs`. */
  wish(schema: JsonObject, name: string): void {
    const vertex = this.#vertexAt(schema)!;
    if (!this.#wishes.has(vertex)) this.#wishes.set(vertex, name);
  }

  /** @param form whether a schema stands in `$defs` where that is smaller, or only where it contains itself */
  write(root: JsonObject, form: "shared" | "inline", budget: Budget): Written<Mark> {
    const start = this.#vertexAt(root)!;
    const names = new Names(form, this.#wishes);
    if (form === "shared") names.choose(start);
    return new Writer(this.#vertices, names, budget).write(start);
  }

  #vertexAt(value: Json): Vertex<Mark> | undefined {
    return typeof value === "object" && value !== null
      ? this.#vertices.get(value as JsonObject)
      : undefined;
  }

  #idsOf(parts: readonly Vertex<Mark>[]): string {
    return parts.map((each) => this.#ids.get(each)).join(",");
  }

  #vertex(key: string, vertex: Vertex<Mark>): JsonObject {
    const known = this.#known.get(key);
    if (known !== undefined) return known.schema;
    this.#known.set(key, vertex);
    this.#ids.set(vertex, this.#ids.size);
    this.#vertices.set(vertex.schema, vertex);
    return vertex.schema;
  }
}

/** The length of `{"$ref":"#/$defs/"}`, and of `"":,` around a name. */
const REFERENCE = 19;
const ENTRY = 4;

/** The keywords that stand beside a `$ref`. */
const BESIDE_REFERENCE: ReadonlySet<string> = new Set(["description", "default"]);

/** The name of what has none, and is no member. */
const UNNAMED = "Schema";

/** Which schemas stand in `$defs`, and under which names. */
class Names<Mark> {
  readonly form: "shared" | "inline";
  readonly #wishes: ReadonlyMap<Vertex<Mark>, string>;
  readonly #names = new Map<Vertex<Mark>, string>();
  readonly #taken = new Set<string>();

  constructor(form: "shared" | "inline", wishes: ReadonlyMap<Vertex<Mark>, string>) {
    this.form = form;
    this.#wishes = wishes;
  }

  /** The name below `$defs`; undefined for a schema that stands where it is used. */
  of(vertex: Vertex<Mark>): string | undefined {
    return this.#names.get(vertex);
  }

  /** The name of a schema that contains itself. */
  recursive(vertex: Vertex<Mark>): string {
    return (
      this.#names.get(vertex) ?? this.#claim(vertex, this.#free(this.#wishOf(vertex) ?? UNNAMED))
    );
  }

  /** Decides for all schemas below one, those inside others first. */
  choose(root: Vertex<Mark>): void {
    const { order, uses, members } = surveyFrom(root);
    for (const vertex of order) if (vertex.body !== undefined) this.recursive(vertex);
    const sizes = new Map<Vertex<Mark>, number>();
    for (const vertex of order) {
      const parts = vertex.parts.reduce((sum, each) => sum + this.#sizeAt(each, sizes), 0);
      const size = vertex.size + parts;
      sizes.set(vertex, size);
      const count = uses.get(vertex) ?? 0;
      if (count < 2 || vertex === root || vertex.body !== undefined) continue;
      const name = this.#free(this.#wishOf(vertex) ?? members.get(vertex) ?? UNNAMED);
      const shared = count * (REFERENCE + name.length) + ENTRY + name.length + size;
      if (count * size > shared) this.#claim(vertex, name);
    }
  }

  #sizeAt(vertex: Vertex<Mark>, sizes: ReadonlyMap<Vertex<Mark>, number>): number {
    const name = this.#names.get(vertex);
    return name === undefined ? (sizes.get(vertex) ?? 0) : REFERENCE + name.length;
  }

  /** That of what it annotates, where it has none of its own. */
  #wishOf(vertex: Vertex<Mark>): string | undefined {
    return (
      this.#wishes.get(vertex) ??
      (vertex.target === undefined ? undefined : this.#wishOf(vertex.target))
    );
  }

  #claim(vertex: Vertex<Mark>, name: string): string {
    this.#taken.add(name);
    this.#names.set(vertex, name);
    return name;
  }

  #free(wish: string): string {
    let name = wish;
    for (let ordinal = 2; this.#taken.has(name); ordinal++) name = `${wish}${ordinal}`;
    return name;
  }
}

interface Survey<Mark> {
  /** Every vertex after its parts. */
  readonly order: readonly Vertex<Mark>[];
  /** How many times each stands somewhere, where equal schemas stand once. */
  readonly uses: ReadonlyMap<Vertex<Mark>, number>;
  /** The name of the member that it is first used for. */
  readonly members: ReadonlyMap<Vertex<Mark>, string>;
}

function surveyFrom<Mark>(root: Vertex<Mark>): Survey<Mark> {
  const order: Vertex<Mark>[] = [];
  const uses = new Map<Vertex<Mark>, number>();
  const members = new Map<Vertex<Mark>, string>();
  const seen = new Set<Vertex<Mark>>();
  const visit = (vertex: Vertex<Mark>): void => {
    seen.add(vertex);
    const names = memberNames(vertex);
    for (const each of vertex.body === undefined ? vertex.parts : [vertex.body()]) {
      const name = names.get(each.schema) ?? (vertex.target && members.get(vertex));
      if (name !== undefined && !members.has(each)) members.set(each, name);
      uses.set(each, (uses.get(each) ?? 0) + 1);
      if (!seen.has(each)) visit(each);
    }
    order.push(vertex);
  };
  visit(root);
  return { order, uses, members };
}

function memberNames<Mark>({ schema }: Vertex<Mark>): ReadonlyMap<Json, string> {
  const { properties = {} } = schema;
  // Of several members with one schema, the first is its name.
  return new Map(
    Object.entries(properties as JsonObject)
      .map(([name, each]) => [each, pascalCase(name)] as const)
      .reverse(),
  );
}

class Writer<Mark> {
  readonly #vertices: ReadonlyMap<JsonObject, Vertex<Mark>>;
  readonly #names: Names<Mark>;
  readonly #budget: Budget;
  readonly #marks: { pointer: string; mark: Mark }[] = [];
  /** What has to stand in `$defs`: a reference to it was written. */
  readonly #referred = new Map<string, Vertex<Mark>>();
  /** The schemas that contain themselves, of which one is being written. */
  readonly #open = new Set<Vertex<Mark>>();

  constructor(vertices: ReadonlyMap<JsonObject, Vertex<Mark>>, names: Names<Mark>, budget: Budget) {
    this.#vertices = vertices;
    this.#names = names;
    this.#budget = budget;
  }

  write(root: Vertex<Mark>): Written<Mark> {
    const schema = this.#whole(root, "");
    const definitions: [string, Json][] = [];
    // Writing one may refer to others, which join the list.
    for (const [name, vertex] of this.#referred) {
      const pointer = joinPointer("", "$defs", name);
      definitions.push([name, this.#whole(vertex, pointer)]);
    }
    const $defs = definitions.length === 0 ? {} : { $defs: Object.fromEntries(definitions) };
    return { schema: { ...schema, ...$defs }, marks: this.#marks };
  }

  /** A schema where it is used. */
  #used(vertex: Vertex<Mark>, pointer: string): JsonObject {
    const isOpen = this.#open.has(vertex);
    const name = isOpen ? this.#names.recursive(vertex) : this.#names.of(vertex);
    if (name === undefined || (this.#names.form === "inline" && !isOpen))
      return this.#whole(vertex, pointer);
    this.#referred.set(name, vertex);
    return { $ref: `#/$defs/${name}` };
  }

  /** A schema itself. */
  #whole(vertex: Vertex<Mark>, pointer: string): JsonObject {
    return this.#budget.within(vertex.size, () => {
      const { body, target, schema, mark } = vertex;
      if (body !== undefined) {
        const isOuter = !this.#open.has(vertex);
        this.#open.add(vertex);
        const written = this.#whole(body(), pointer);
        if (isOuter) this.#open.delete(vertex);
        return written;
      }
      if (target !== undefined)
        return inOrder([...Object.entries(this.#used(target, pointer)), ...Object.entries(schema)]);
      if (mark !== undefined) this.#marks.push({ pointer, mark });
      return this.#parts(schema, pointer) as JsonObject;
    });
  }

  #parts(value: Json, pointer: string): Json {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value))
      return (value as readonly Json[]).map((each, index) => this.#at(each, pointer, `${index}`));
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, this.#at(each as Json, pointer, name)]),
    );
  }

  #at(value: Json, pointer: string, token: string): Json {
    const below = joinPointer(pointer, token);
    const vertex = this.#vertices.get(value as JsonObject);
    return vertex === undefined ? this.#parts(value, below) : this.#used(vertex, below);
  }
}
