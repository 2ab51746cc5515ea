/**
 * A shape in parts: its base, and what each extension adds, so that a platform with fewer capabilities
 * can be served. In: a shape and a view. Out: references to the parts; where an extension changes the
 * visibility of a member that another part declares, a part has a variant for when that extension is active.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { failure } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import type { Sources } from "../load/sources.js";
import {
  factsOf,
  influenceOf,
  outsideInfluence,
  type Address,
  type Facts,
  type Influence,
} from "./instance.js";
import { viewText, type View } from "./view.js";
import type { ViewedSchemas } from "./viewed-schemas.js";

/** What one extension adds to one shape of a root. */
export interface Contribution {
  readonly capability: string;
  readonly address: Address;
}

/** What parts are made of. */
export interface Divisible {
  readonly root: string;
  readonly key: string;
  readonly base: Address;
  readonly contributions: readonly Contribution[];
}

export interface PartVariant {
  /** Holds where all of these are active ... */
  readonly when: readonly string[];
  /** ... and none of these. */
  readonly unless: readonly string[];
  readonly uri: string;
}

export interface Part {
  /** Undefined for the base. */
  readonly capability: string | undefined;
  /** Reference to the part where no variant holds. */
  readonly uri: string;
  readonly variants: readonly PartVariant[];
}

export interface Parts {
  readonly base: Part;
  /** In the order of the extension graph. */
  readonly contributions: readonly Part[];
}

/** Every set of these has its own variants, so that there must not be many. */
const MAX_INFLUENCERS = 8;

export function partsOf(
  sources: Sources,
  schemas: ViewedSchemas,
  shape: Divisible,
  view: View,
): Parts {
  const facts = new Map(
    shape.contributions.map((contribution) => [
      contribution,
      factsOf(sources, [contribution.address], view),
    ]),
  );
  const base = factsOf(sources, [shape.base], view);
  const influencers = shape.contributions.filter((contribution) => {
    const others = [
      base,
      ...shape.contributions
        .filter((other) => other !== contribution)
        .map((other) => facts.get(other) as Facts),
    ];
    return exertsInfluence(facts.get(contribution) as Facts, others);
  });
  if (influencers.length > MAX_INFLUENCERS) {
    const names = influencers.map(({ capability }) => capability).join(", ");
    throw failure(
      "COMPOSE_ENTANGLED",
      `${influencers.length} extensions of ${shape.root} change the visibility of each other's members: ${names}`,
    );
  }

  /** How the base and a set of extensions, in order, influence one of them. */
  function influenceOn(address: Address, active: ReadonlySet<Contribution>): Influence | undefined {
    const branches = [
      shape.base,
      ...shape.contributions.filter((each) => active.has(each)).map((each) => each.address),
    ];
    return outsideInfluence(
      influenceOf(factsOf(sources, branches, view)),
      factsOf(sources, [address], view),
    );
  }

  function part(contribution: Contribution | undefined): Part {
    const address = contribution?.address ?? shape.base;
    const refer = (active: readonly Contribution[]): string => {
      const all = new Set(contribution === undefined ? active : [...active, contribution]);
      const influence = influenceOn(address, all);
      return contribution === undefined
        ? schemas.reference(address, view, influence)
        : withoutBase(schemas, shape, view, contribution, influence);
    };
    const uri = refer([]);
    const others = influencers.filter((each) => each !== contribution);
    const variants = subsetsOf(others)
      .map((active) => ({
        when: active.map(({ capability }) => capability),
        unless: others.filter((each) => !active.includes(each)).map(({ capability }) => capability),
        uri: refer(active),
      }))
      .filter((variant) => variant.uri !== uri);
    return { capability: contribution?.capability, uri, variants };
  }

  return { base: part(undefined), contributions: shape.contributions.map(part) };
}

/** An annotation reaches another part where that declares the member without one, or requires what is omitted. */
function exertsInfluence({ occurrences }: Facts, others: readonly Facts[]): boolean {
  return occurrences.some(
    ({ name, annotation }) =>
      annotation !== undefined &&
      others.some(
        (other) =>
          other.occurrences.some((each) => each.name === name) ||
          (annotation.visibility === "omit" && other.mentioned.has(name)),
      ),
  );
}

function subsetsOf<Item>(items: readonly Item[]): Item[][] {
  return items
    .reduce<Item[][]>(
      (subsets, item) => [...subsets, ...subsets.map((subset) => [...subset, item])],
      [[]],
    )
    .slice(1);
}

/** The extension's own schema, less the branches that only name the base: the base is checked anyway. */
function withoutBase(
  schemas: ViewedSchemas,
  shape: Divisible,
  view: View,
  { capability, address }: Contribution,
  influence: Influence | undefined,
): string {
  const reference = schemas.reference(address, view, influence);
  const location = schemas.set.at(reference);
  const uri = `contribution:${capability}/${shape.root}${shape.key === "" ? "" : `/${shape.key}`}?view=${encodeURIComponent(viewText(view))}&of=${encodeURIComponent(reference)}`;
  if (location === undefined || !isObject(location.schema)) return reference;
  const { $id: _, allOf, $ref, ...rest } = location.schema;
  const isBase = (branch: Json | undefined): boolean => namesOnly(schemas, shape.base, branch);
  const branches = Array.isArray(allOf)
    ? (allOf as readonly Json[]).map((branch) => (isBase(branch) ? true : branch))
    : undefined;
  const schema: JsonObject = {
    ...rest,
    ...(branches === undefined ? {} : { allOf: branches }),
    ...($ref === undefined || isBase({ $ref }) ? {} : { $ref }),
  };
  schemas.addComposed(uri, schema, {
    document: address.document,
    pointer: address.pointer,
    view,
    shared: false,
  });
  return uri;
}

/** Whether a branch is a reference to the base and nothing else. */
function namesOnly(schemas: ViewedSchemas, base: Address, branch: Json | undefined): boolean {
  const reference =
    isObject(branch) && Object.keys(branch).length === 1 ? branch["$ref"] : undefined;
  const target = typeof reference === "string" ? schemas.set.at(reference) : undefined;
  return (
    target !== undefined &&
    schemas.source(target.document)?.document === base.document &&
    target.pointer === base.pointer
  );
}
