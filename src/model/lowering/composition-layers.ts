/**
 * A composition with one extension: the composition that it builds on, and what the extension adds. Neither layer
 * is copied, so that a chain of hundreds of extensions grows with what each adds (ADR 57).
 */

import type { LayerReferences } from "../../compose/viewed-schemas.js";
import { collectInPlace } from "../in-place.js";
import { LazyDefinition } from "./lazy-definition.js";
import type { LoweringContext } from "./lowering-context.js";
import { NodeBuilder } from "../node-builder.js";
import type { Definition, Layers, Node, Property } from "../node.js";
import { keyOf, originOf, type ScopedSchema } from "./scoped-schema.js";

/** The definition of a composition whose node refers to both layers. */
export function defineComposition(
  schema: ScopedSchema,
  { base, addition }: Readonly<Record<keyof LayerReferences, Definition>>,
  context: LoweringContext,
): Definition {
  const lower = (): Node => {
    const builder = new NodeBuilder(originOf(schema));
    for (const each of [addition, base]) builder.inherit(each.node.annotations);
    for (const each of [base, addition]) builder.reference(each);
    return builder.finish();
  };
  return new LazyDefinition(
    { key: keyOf(schema), origin: originOf(schema) },
    lower,
    () => new CompositionLayers(base, addition, () => context.lower([schema])),
  );
}

class CompositionLayers implements Layers {
  readonly base: Definition;
  readonly addition: Definition;
  readonly root: Definition;
  /**
   * By name, the compositions that add a member. All compositions upon one root share it; each is listed when
   * one of those that build on it is first asked for its members.
   */
  readonly #declaring: Map<string, CompositionLayers[]>;
  readonly #lower: () => Node;
  #isListed = false;
  #whole: Node | undefined;
  #inherited: ReadonlyMap<string, Property> | undefined;
  #members: ReadonlyMap<string, Property> | undefined;

  constructor(base: Definition, addition: Definition, lower: () => Node) {
    this.base = base;
    this.addition = addition;
    this.#lower = lower;
    const below = base.layers;
    this.root = below instanceof CompositionLayers ? below.root : base;
    this.#declaring = below instanceof CompositionLayers ? below.#declaring : new Map();
  }

  get whole(): Node {
    return (this.#whole ??= this.#lower());
  }

  get inherited(): ReadonlyMap<string, Property> {
    return (this.#inherited ??= new Map(
      [...this.addition.node.properties.keys()].flatMap((name) => {
        const property = this.#findInherited(name);
        return property === undefined ? [] : [[name, property] as const];
      }),
    ));
  }

  get members(): ReadonlyMap<string, Property> {
    return (this.#members ??= this.#mergeMembers());
  }

  /** Only a member that both layers declare costs a merge of the whole. */
  #mergeMembers(): ReadonlyMap<string, Property> {
    const { properties } = this.addition.node;
    if (this.inherited.size === 0) return properties;
    const { whole } = this;
    return new Map([...properties].map(([name, own]) => [name, whole.properties.get(name) ?? own]));
  }

  /** A member of the base: of the nearest composition that declares it, or of the root. */
  #findInherited(name: string): Property | undefined {
    const { layers } = this.base;
    if (layers instanceof CompositionLayers) {
      layers.#list();
      // Most names are declared once, and then no composition in between needs to be searched.
      const others = this.#declaring.get(name) ?? [];
      if (others.some((each) => each !== this)) {
        const own = layers.members.get(name);
        return own ?? layers.#findInherited(name);
      }
    }
    return findMember(this.root, name);
  }

  /** Enters the names that this composition and those it builds on add. */
  #list(): void {
    for (
      let each: Layers | undefined = this;
      each instanceof CompositionLayers && !each.#isListed;
      each = each.base.layers
    ) {
      each.#isListed = true;
      for (const name of each.addition.node.properties.keys())
        this.#declaring.set(name, [...(this.#declaring.get(name) ?? []), each]);
    }
  }
}

/** A member as the first node that applies in place declares it. */
export function findMember({ node }: Definition, name: string): Property | undefined {
  const declaring = [...collectInPlace([node])].find(({ properties }) => properties.has(name));
  return declaring?.properties.get(name);
}
