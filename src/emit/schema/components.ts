/**
 * Components: the schemas of one document that other parts of the document refer to, by name.
 *
 * A component has the name that its type has in `index.ts`. Other types keep their own name, qualified by its module
 * where another type has it (ADR 19).
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Model, NamedType } from "../../model/model.js";
import type { Definition, Node } from "../../model/node.js";
import type { Identifier } from "../../text/identifier.js";
import { qualifiedName } from "../../text/words.js";
import { exportNode } from "./export-node.js";
import { hasUnevaluated } from "./unevaluated.js";

const PREFIX = "#/components/schemas/";

/** Names, and schemas that were exported before: all documents of one model share them. */
interface Shared {
  readonly names: ReadonlyMap<NamedType, string>;
  readonly observed: boolean;
  readonly exported: Map<Node, Exported>;
}

interface Exported {
  readonly schema: JsonObject;
  /** The definitions that it refers to. */
  readonly uses: readonly Definition[];
}

const known = new WeakMap<Model, Shared>();

export class SchemaComponents {
  readonly #model: Model;
  readonly #shared: Shared;
  readonly #used = new Map<NamedType, Node>();

  constructor(model: Model) {
    this.#model = model;
    this.#shared = known.get(model) ?? sharedOf(model);
    known.set(model, this.#shared);
  }

  /** A reference to the definition's component; where it has no named type, its schema itself. */
  schemaOf(definition: Definition): JsonObject {
    return this.#model.hasType(definition)
      ? this.#reference(definition)
      : this.#export(definition.node);
  }

  /** `schemaOf`, or a choice between several. */
  anyOf(definitions: readonly Definition[]): JsonObject {
    const schemas = definitions.map((each) => this.schemaOf(each));
    const [only] = schemas;
    return schemas.length === 1 && only !== undefined ? only : { anyOf: schemas };
  }

  /** The component's name. */
  nameOf(definition: Definition): string {
    const type = this.#model.typeOf(definition);
    return this.#shared.names.get(type) ?? type.name;
  }

  /** Every schema that was referred to, and those that they refer to, by name. */
  finish(): JsonObject {
    const schemas = new Map<string, JsonObject>();
    // An exported schema may use further types: they join the list while it is walked.
    for (const [type, node] of this.#used)
      schemas.set(this.#shared.names.get(type) ?? type.name, this.#export(node));
    return Object.fromEntries([...schemas].sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  #reference(definition: Definition): JsonObject {
    const type = this.#model.typeOf(definition);
    this.#used.set(type, type.definition.node);
    return { $ref: PREFIX + this.nameOf(definition) };
  }

  #export(node: Node): JsonObject {
    const { exported, observed } = this.#shared;
    const before = exported.get(node);
    if (before !== undefined) {
      before.uses.forEach((definition) => this.#reference(definition));
      return before.schema;
    }
    const uses: Definition[] = [];
    const referenceTo = (definition: Definition): JsonObject => {
      uses.push(definition);
      return this.#reference(definition);
    };
    const schema = exportNode(node, referenceTo, { observed });
    exported.set(node, { schema, uses });
    return schema;
  }
}

function sharedOf(model: Model): Shared {
  const nodes = model.modules.flatMap(({ types }) =>
    types.map(({ definition }) => definition.node),
  );
  return { names: componentNames(model), observed: hasUnevaluated(nodes), exported: new Map() };
}

function componentNames({ modules, vocabulary }: Model): Map<NamedType, Identifier> {
  const names = new Map(vocabulary);
  const taken = new Set(names.values());
  const others = modules.flatMap(({ types }) => types).filter((type) => !names.has(type));
  for (const type of others) {
    const isAlone =
      !taken.has(type.name) && others.every((each) => each === type || each.name !== type.name);
    names.set(type, isAlone ? type.name : qualified(type));
  }
  return names;
}

function qualified({ module, name }: NamedType): Identifier {
  return qualifiedName(module, name);
}

/** A member that is left out where it says nothing. */
export function optional(name: string, value: Json | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}
