/**
 * Definitions that build on another one. In: what extensions say of a type that others have named. Out: the type that
 * is extended, and the members that come to it. A member that several documents speak of keeps the name of its type.
 */

import type { Layers as LayerReferences } from "../compose/viewed-schemas.js";
import { isAssertion, isObject, type Schema } from "../json-schema/keywords.js";
import { isDefinition } from "./home.js";
import { inPlace } from "./in-place.js";
import { NodeBuilder } from "./node-builder.js";
import type { Definition, Layers, Node, Property } from "./node.js";
import { isPureReference, keyOf, originOf, type Part } from "./part.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";

/** What lowering knows of schemas that apply to one instance. */
export interface PartReader {
  define(part: Part): Definition;
  lower(parts: readonly Part[]): Node;
  resolveAlias(part: Part): Part;
  targetsOf(part: Part): readonly Part[];
  branchesOf(part: Part): readonly Part[];
  /** All that applies in place, by identity. */
  closureOf(part: Part): ReadonlyMap<string, Part>;
  isExtension(document: string): boolean;
  /** The capabilities that add values to open enums by a document. */
  valueOwners(document: string): readonly string[];
  /** Whether an extension has changed what the document's author wrote: then it leaves its names to the plain one. */
  isChanged(document: string): boolean;
}

/** A definition whose node and layers are made on first use. */
export class LazyDefinition implements Definition {
  readonly key: string;
  readonly origin: SchemaAddress;
  readonly mergedFrom: readonly string[] | undefined;
  readonly valueOwners: readonly string[];
  readonly #lower: () => Node;
  readonly #extend: (node: Node) => Layers | undefined;
  #node: Node | undefined;
  #layers: { readonly found: Layers | undefined } | undefined;

  constructor(
    {
      key,
      origin,
      mergedFrom,
      valueOwners = [],
    }: Pick<Definition, "key" | "origin" | "mergedFrom" | "valueOwners">,
    lower: () => Node,
    extend: (node: Node) => Layers | undefined = () => undefined,
  ) {
    this.key = key;
    this.origin = origin;
    this.mergedFrom = mergedFrom;
    this.valueOwners = valueOwners;
    this.#lower = lower;
    this.#extend = extend;
  }

  get node(): Node {
    return (this.#node ??= this.#lower());
  }

  get layers(): Layers | undefined {
    return (this.#layers ??= { found: this.#extend(this.node) }).found;
  }
}

/** A schema by its address; an extension's may add to a type that it refers to. */
export function definitionAt(part: Part, reader: PartReader): Definition {
  return new LazyDefinition(
    { key: keyOf(part), origin: originOf(part), valueOwners: valueOwnersOf(part, reader) },
    () => reader.lower([part]),
    (node) =>
      reader.isExtension(part.location.document)
        ? layersUpon(namedWithin([part], reader), [part], node, reader)
        : undefined,
  );
}

function valueOwnersOf({ scope }: Part, reader: PartReader): readonly string[] {
  const documents = new Set([...scope.anchors.values()].map(({ document }) => document));
  return [...new Set([...documents].flatMap((each) => reader.valueOwners(each)))].sort();
}

/** A composition of two layers: its node refers to both, and copies neither. */
export function compositionOf(
  part: Part,
  { base, addition }: Readonly<Record<keyof LayerReferences, Definition>>,
  reader: PartReader,
): Definition {
  const lower = (): Node => {
    const builder = new NodeBuilder(originOf(part));
    for (const each of [addition, base]) builder.inherit(each.node.annotations);
    for (const each of [base, addition]) builder.reference(each);
    return builder.finish();
  };
  return new LazyDefinition(
    { key: keyOf(part), origin: originOf(part) },
    lower,
    () => new CompositionLayers(base, addition, () => reader.lower([part])),
  );
}

class CompositionLayers implements Layers {
  readonly base: Definition;
  readonly addition: Definition;
  readonly root: Definition;
  /** By name, the compositions upon the root that add a member, as far as someone has asked. */
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
        const property = this.#below(name);
        return property === undefined ? [] : [[name, property] as const];
      }),
    ));
  }

  get members(): ReadonlyMap<string, Property> {
    return (this.#members ??= this.#wholeMembers());
  }

  #wholeMembers(): ReadonlyMap<string, Property> {
    const { properties } = this.addition.node;
    if (this.inherited.size === 0) return properties;
    const { whole } = this;
    return new Map([...properties].map(([name, own]) => [name, whole.properties.get(name) ?? own]));
  }

  /** A member of the base: of the nearest composition that declares it, or of the root. */
  #below(name: string): Property | undefined {
    const { layers } = this.base;
    if (layers instanceof CompositionLayers) {
      layers.#list();
      // Most names are declared once: the long way down is seldom gone.
      const others = this.#declaring.get(name) ?? [];
      if (others.some((each) => each !== this)) {
        const own = layers.members.get(name);
        return own ?? layers.#below(name);
      }
    }
    return memberOf(this.root, name);
  }

  /** Enters the names that this composition adds, and all that it is made of. */
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

function memberOf({ node }: Definition, name: string): Property | undefined {
  const declaring = [...inPlace([node])].find(({ properties }) => properties.has(name));
  return declaring?.properties.get(name);
}

/**
 * One definition for all that several schemas say of a value, where an extension adds to a type with a name.
 *
 * @param distinct the parts that say something, none of which includes another
 */
export function mergedDefinition(
  parts: readonly Part[],
  distinct: readonly Part[],
  reader: PartReader,
): Definition | undefined {
  const adding = distinct.filter(({ location }) => reader.isExtension(location.document));
  // A type that an extension refers to has its name already, unless another one adds to it.
  const isReference = (part: Part): boolean =>
    adding.includes(part) && isPureReference(part.location.schema);
  const isReferred = (part: Part): boolean =>
    isReference(part) && !reader.isExtension(reader.resolveAlias(part).location.document);
  const isAddedTo = adding.some(isReferred) && !adding.every(isReferred);
  const naming = [...parts, ...distinct].filter(
    (part) => !isReference(part) || (isAddedTo && isReferred(part)),
  );
  // What an extension adds to a type of its own in passing has no name: that type has it.
  const isOthers = ({ location }: Part): boolean => !reader.isExtension(location.document);
  const base = adding.length === 0 ? undefined : namedWithin(naming, reader, isOthers);
  const isAlone = distinct.length === 1 && adding.some(isReference);
  if (base === undefined || isAlone) return undefined;
  const targets = distinct.map((part) => reader.resolveAlias(part));
  const own = ownParts(base, targets, reader);
  if (own.every(({ location }) => saysNothing(location.schema))) return reader.define(base);
  const key = `merged ${targets.map(keyOf).sort().join(" ")}`;
  const from = isAddedTo ? adding.filter((part) => !isReferred(part)) : adding;
  const mergedFrom = from.map(({ location }) => location.document);
  return new LazyDefinition(
    { key, origin: originOf(base), mergedFrom, valueOwners: valueOwnersOf(base, reader) },
    () => reader.lower(targets),
    (node) => layersUpon(base, targets, node, reader),
  );
}

/** The first type with a name and with members that these refer to, beside what they say themselves. */
function namedWithin(
  parts: readonly Part[],
  reader: PartReader,
  isAllowed: (part: Part) => boolean = () => true,
): Part | undefined {
  for (const part of parts.flatMap((each) => [each, ...reader.branchesOf(each)]))
    for (const target of reader.targetsOf(part)) {
      const named = reader.resolveAlias(target);
      if (reader.isChanged(named.location.document) || !isAllowed(named)) continue;
      const all = [...reader.closureOf(named).values()];
      const hasMembers = all.some(({ location }) => membersOf(location.schema).length > 0);
      if (isDefinition(named.location.pointer) && hasMembers) return named;
    }
  return undefined;
}

function layersUpon(
  base: Part | undefined,
  parts: readonly Part[],
  whole: Node,
  reader: PartReader,
): Layers | undefined {
  if (base === undefined) return undefined;
  const own = ownParts(base, parts, reader);
  const names = new Set(own.flatMap(({ location }) => membersOf(location.schema)));
  const members = new Map([...whole.properties].filter(([name]) => names.has(name)));
  const extended = reader.define(base);
  const inherited = [...members.keys()].flatMap((name) => {
    const property = memberOf(extended, name);
    return property === undefined ? [] : [[name, property] as const];
  });
  return {
    base: extended,
    members,
    inherited: new Map(inherited),
    addition: undefined,
    whole,
    root: extended,
  };
}

/** What parts say beside a schema that they refer to. */
function ownParts(base: Part, parts: readonly Part[], reader: PartReader): readonly Part[] {
  const inherited = reader.closureOf(base);
  return parts
    .flatMap((part) => [...reader.closureOf(part)])
    .flatMap(([key, part]) => (inherited.has(key) ? [] : [part]));
}

/** Of a type with members, only that it is one: an extension whose members a view omits. */
function saysNothing(schema: Schema): boolean {
  if (!isObject(schema)) return schema === true;
  return Object.entries(schema).every(([keyword, value]) => {
    if (keyword === "properties") return isObject(value) && Object.keys(value).length === 0;
    if (keyword === "required") return Array.isArray(value) && value.length === 0;
    return (
      IN_PLACE.has(keyword) || !isAssertion(keyword) || (keyword === "type" && value === "object")
    );
  });
}

/** What these lead to is looked at by itself. */
const IN_PLACE: ReadonlySet<string> = new Set(["$ref", "$dynamicRef", "allOf"]);

/** The members that a schema declares or requires. */
function membersOf(schema: Schema): string[] {
  if (!isObject(schema)) return [];
  const { properties, required } = schema;
  const names = Array.isArray(required) ? required : [];
  return [
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...names.filter((name): name is string => typeof name === "string"),
  ];
}
