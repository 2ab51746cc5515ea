/**
 * Finds extensions that were probably meant to compose a root, and do not: the `$defs` entry has almost the name of
 * the root, or its `allOf` leaves out the root's schema. Both would be missing from the output without a word.
 */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import { joinPointer, type JsonObject } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic } from "../errors.js";
import { describesValues, isObject } from "../json-schema/keywords.js";
import { addressKey, type SchemaAddress } from "../json-schema/schema-address.js";
import { locateSource } from "../load/document.js";
import type { Sources } from "../load/sources.js";
import { nearestKeyword } from "../text/nearest.js";
import type { ComposeContext } from "./compose-context.js";
import type { ComposedShape } from "./composition.js";
import { findComposingEntries } from "./shapes.js";
import { RESPONSE } from "./view.js";
import { collectInPlaceSchemas } from "./visibility/in-place-schemas.js";
import { entryKeysOf } from "./visibility/visibility-rules.js";
import { lastLabel } from "../text/last-label.js";

interface ActiveCapabilities {
  readonly capabilities: readonly CapabilityDeclaration[];
  readonly roots: readonly CapabilityDeclaration[];
  readonly shapes: readonly ComposedShape[];
}

interface NamedCapabilities extends ActiveCapabilities {
  /** The names of the capabilities. */
  readonly declared: ReadonlySet<string>;
}

/** Reports COMPOSE_NEAR_NAME and COMPOSE_NO_BASE. */
export function reportMisnamed(context: ComposeContext, active: ActiveCapabilities): Diagnostic[] {
  const declared = new Set(active.capabilities.map(({ name }) => name));
  const named = { ...active, declared };
  return [
    ...active.capabilities.flatMap((each) => misnamedEntries(context, each, named)),
    ...active.shapes.flatMap((each) => entriesWithoutBase(context, each)),
  ];
}

function misnamedEntries(
  context: ComposeContext,
  capability: CapabilityDeclaration,
  { declared, roots, shapes }: NamedCapabilities,
): Diagnostic[] {
  const { sources } = context;
  const document = sources.documents.get(capability.schema ?? "");
  if (document === undefined || !isObject(document.root)) return [];
  const defs = document.root["$defs"];
  if (!isObject(defs)) return [];
  const meant = listExtendedRoots(context, capability, roots).filter(
    ({ name }) => !Object.hasOwn(defs, name) && !Object.hasOwn(defs, lastLabel(name)),
  );
  // A body of its own is a root, whatever its `$defs` are called.
  const isRoot = capability.extends.length === 0 && describesValues(document.root);
  const names = isRoot ? [] : meant.flatMap(({ name }) => [name, lastLabel(name)]);
  // Only a name that is near another one asks for these.
  const contributes = (): boolean =>
    shapes.some(({ contributions }) =>
      contributions.some((each) => each.capability === capability.name),
    );
  const composes = (key: string): boolean =>
    findComposingEntries(sources, document.uri, roots).some(({ name }) => name === key);
  return Object.keys(defs).flatMap((key) => {
    const candidates = key.includes(".") && !declared.has(key) ? [...names, ...declared] : names;
    const near = candidates.includes(key) ? undefined : nearestKeyword(key, candidates);
    // `card` is near `cart`, and may well be a type of an extension that composes something else.
    const isType = (): boolean => !key.includes(".") && contributes() && !composes(key);
    return near === undefined || isType()
      ? []
      : [
          diagnostic(
            "COMPOSE_NEAR_NAME",
            `${capability.name} has $defs/${key}, which composes nothing: no active capability has this name`,
            {
              place: locateSource(document, joinPointer("/$defs", key), "key"),
              hint: `did you mean ${near}?`,
            },
          ),
        ];
  });
}

/** The roots that a capability extends, itself or through others; all roots for one that extends nothing. */
function listExtendedRoots(
  { graph }: ComposeContext,
  { name, extends: parents }: CapabilityDeclaration,
  roots: readonly CapabilityDeclaration[],
): readonly CapabilityDeclaration[] {
  const others = roots.filter((root) => root.name !== name);
  if (parents.length === 0) return others;
  const ancestors = graph.ancestors(name);
  return others.filter((root) => ancestors.has(root.name));
}

function entriesWithoutBase(
  { sources, dependencies }: ComposeContext,
  shape: ComposedShape,
): Diagnostic[] {
  const { root, base, contributions } = shape;
  // An entry may compose that of an extension, which has the base or not.
  const composable = entryKeysOf(shape, contributions);
  return contributions.flatMap(({ capability, address }) => {
    // Without `extends`, an entry adds to a root that it may know nothing of.
    if (dependencies.contributors.get(root)?.has(capability) === true) return [];
    const schema = sources.schemas.locate(address.document, address.pointer)?.schema;
    if (!isObject(schema) || !isComposition(schema)) return [];
    if (appliesAnother(sources, address, composable)) return [];
    const document = sources.documents.get(address.document);
    return [
      diagnostic("COMPOSE_NO_BASE", `${capability} does not include ${root} in its allOf`, {
        place: document && locateSource(document, joinPointer(address.pointer, "allOf"), "key"),
        hint: `add { "$ref": "${base.document}${base.pointer === "" ? "" : `#${base.pointer}`}" } to it`,
      }),
    ];
  });
}

/** True where a schema applies one of others in place. These are not followed: a chain of extensions may be long. */
function appliesAnother(
  sources: Sources,
  address: SchemaAddress,
  others: ReadonlySet<string>,
): boolean {
  const { checkedElsewhere } = collectInPlaceSchemas(sources, {
    branches: [address],
    view: RESPONSE,
    extent: "certain",
    checkedElsewhere: others,
  });
  return [...checkedElsewhere].some((key) => key !== addressKey(address));
}

/** True for an `allOf` that composes; with `properties` beside it, the entry only adds. */
function isComposition({ allOf, properties }: JsonObject): boolean {
  return Array.isArray(allOf) && properties === undefined;
}
