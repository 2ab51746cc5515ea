/** The catalog entries of a root's shape: of its compositions and its parts. */

import type { Composition } from "../../compose/compose.js";
import { viewText } from "../../compose/view.js";
import { identifier, type Identifier } from "../../text/identifier.js";
import { pathCase, qualifiedName } from "../../text/words.js";
import { viewSuffix } from "../candidate-names.js";
import {
  addressHash,
  ownerModule,
  viewRank,
  type CatalogContext,
  type CatalogEntry,
} from "./catalog-entry.js";
import type { ComposedType } from "./composed-types.js";
import { lastLabel } from "../../text/last-label.js";

/** Parts step back before every type that is part of a vocabulary. */
const PRECEDENCE = { part: -1, composition: 2 } as const;

export function composedEntry(
  type: ComposedType,
  key: string,
  context: CatalogContext,
): CatalogEntry {
  const { composition, specs } = context;
  const { shape, view, capability, rank, internal } = type;
  const suffix = shapeSuffix(type, composition) + (internal ? partSuffix(type) : "");
  return {
    document: shape.base.document,
    pointer: shape.base.pointer,
    candidates: shapeNames(type, suffix, { context, key }),
    viewGroup: shapeGroup(type),
    module: ownerModule(internal ? (capability ?? shape.root) : capability),
    suffix,
    view: suffix === "" ? undefined : view,
    rank: rank + viewRank(view) / 100,
    order: `${capability ?? ""} ${viewText(view)}`,
    precedence: internal ? PRECEDENCE.part : PRECEDENCE.composition,
    namesAllViews: true,
    internal,
    capability: internal ? capability : (capability ?? shape.root),
    see: specs.get(capability ?? shape.root),
  };
}

function shapeGroup({
  shape,
  capability,
  internal,
  unless,
  dependsOnExtensions = false,
}: ComposedType): string {
  const { root, key } = shape;
  return internal
    ? `contribution ${dependsOnExtensions} ${capability ?? ""} ${unless ?? ""} ${root} ${key}`
    : `root ${root} ${key}`;
}

function shapeNames(
  { shape, name, view, capability, internal }: ComposedType,
  suffix: string,
  { context, key }: { readonly context: CatalogContext; readonly key: string },
): readonly Identifier[] {
  const { composition } = context;
  const { document, pointer } = shape.base;
  const names =
    name === undefined
      ? context.candidateNames(document, pointer, suffix)
      : [identifier(`${name}${suffix}`)];
  // A root with one request view for all operations may be extended by operation.
  const byOperation = context.candidateNames(document, pointer, viewSuffix(view, false));
  // Roots of two authorities may have files of one name: then the authority distinguishes them.
  const authorities = [1, 0].map((from) => shape.root.split(".").slice(from, -1).join("."));
  const isRole = composition.roles.some((each) => each === shape);
  const ownName = isRole ? lastLabel(shape.root) : "";
  const qualified = authorities.map((authority) =>
    qualifiedName(`${authority}${isRole ? `.${ownName}` : ""}`, names[0]!),
  );
  return [
    ...new Set([
      // Beside the roles of other capabilities, a role is called after its own.
      ...(isRole && capability === undefined
        ? [qualifiedName(ownName, names[0]!)]
        : names.slice(0, 1)),
      ...(internal || shape.key !== "" ? [] : byOperation.slice(0, 1)),
      ...qualified,
      ...(internal ? [identifier(`${qualified[1]}${addressHash(key)}`)] : []),
    ]),
  ];
}

/** The key of a container's shape already names operation and direction. */
function shapeSuffix({ shape, view }: ComposedType, { schemas }: Composition): string {
  if (shape.key !== "") return "";
  const [document = ""] = schemas.reference(shape.base, view).split("#");
  return viewSuffix(view, schemas.source(document)?.shared ?? false);
}

/** `Addition`; `OpenAddition` where the check is made for an active set, which may stand beside one that is fixed. */
function partSuffix({ capability, unless, dependsOnExtensions = false }: ComposedType): string {
  if (capability === undefined) return "Base";
  const condition = unless === undefined ? "" : `Unless${pathCase(unless)}`;
  return `${dependsOnExtensions ? "Open" : ""}Addition${condition}`;
}
