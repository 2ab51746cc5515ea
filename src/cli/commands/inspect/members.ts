/**
 * The members of a type, in the order of their schemas, each with the schemas that declare it. Below a member come
 * those that another capability contributed to it: `buyer.consent`.
 */

import type { Attribution } from "@proto-gen/runtime/codegen/generator";
import type { TypeName } from "../../../emit/types/type-text.js";
import type { Interpretation } from "../../../interpretation.js";
import type { SchemaAddress } from "../../../json-schema/schema-address.js";
import { changesIn } from "../../../load/overlay/changes.js";
import { locateOrigin } from "../../../model/locate-origin.js";
import type { NamedType } from "../../../model/model.js";
import { wholeNode, type Node, type Property } from "../../../model/node.js";
import { elementsOf, nodesInPlace, membersInPlace } from "../../../model/node-members.js";
import type { PlaceReport } from "../../report.js";
import { lineType } from "./line-type.js";
import type { DeclarationReport, MemberReport } from "./report-types.js";

export interface InspectContext {
  readonly input: Interpretation;
  readonly nameOf: TypeName;
}

export function memberReports(
  { definition, attributeAll, capability }: NamedType,
  context: InspectContext,
): MemberReport[] {
  const whole = attributeAll();
  return [...membersInPlace(wholeNode(definition))].flatMap(([name, property]) => {
    const attribution = attributionBelow(whole, name);
    const own = memberReport(name, property, context);
    if (attribution === undefined) return [own];
    const owner = ownerOf(attribution) ?? capability;
    const place = { node: property.node, attribution, path: name, owner };
    return [own, ...contributedMembers(place, context)];
  });
}

type AttributionEntry = readonly [name: string, entry: string | Attribution];

/** A value inside the type whose members may come from several capabilities. */
interface ContributionPlace {
  readonly node: Node;
  readonly attribution: Attribution;
  readonly path: string;
  /** The capability that introduced the value. */
  readonly owner: string | undefined;
}

function contributedMembers(place: ContributionPlace, context: InspectContext): MemberReport[] {
  return Object.entries(place.attribution).flatMap(([name, entry]) =>
    name === "" || entry === undefined ? [] : contributedMember(place, [name, entry], context),
  );
}

function contributedMember(
  { node, path, owner: inherited }: ContributionPlace,
  [name, entry]: AttributionEntry,
  context: InspectContext,
): MemberReport[] {
  const memberPath = `${path}.${name}`;
  const owner = typeof entry === "string" ? entry : ownerOf(entry);
  const membersBelow = (below: Node): MemberReport[] =>
    typeof entry === "string"
      ? []
      : contributedMembers(
          { node: below, attribution: entry, path: memberPath, owner: owner ?? inherited },
          context,
        );
  if (name === "*") return elementsOf(node).flatMap(membersBelow);
  const property = findProperty(node, name, (each) => introducerOf(each, context) === owner);
  if (property === undefined) return [];
  const own = owner === inherited ? [] : [memberReport(memberPath, property, context)];
  return [...own, ...membersBelow(property.node)];
}

/** The member as its owner declares it, if several schemas do. */
function findProperty(
  node: Node,
  name: string,
  isOwners: (property: Property) => boolean,
): Property | undefined {
  const properties = nodesInPlace(node).flatMap((each) => each.properties.get(name) ?? []);
  return properties.find(isOwners) ?? properties[0];
}

function introducerOf(
  { origins: [first] }: Property,
  { input }: InspectContext,
): string | undefined {
  return first && input.model.ownerOf(first.document);
}

function memberReport(
  path: string,
  { node, required, origins }: Property,
  { input, nameOf }: InspectContext,
): MemberReport {
  // A member that is required but not declared is located where it is required.
  const all = origins.length > 0 ? origins : required === undefined ? [node.origin] : [required];
  const [first, ...more] = all as readonly [SchemaAddress, ...SchemaAddress[]];
  const introduction = declaration(first, input, "key");
  const requiredBy = required && declaration(required, input, "value");
  return {
    path,
    required: required !== undefined,
    ...(requiredBy === undefined || requiredBy.capability === introduction.capability
      ? {}
      : { requiredBy }),
    type: lineType(node, nameOf),
    deprecated: node.annotations.deprecated === true,
    declared: [introduction, ...more.map((origin) => declaration(origin, input, "key"))],
  };
}

function declaration(
  origin: SchemaAddress,
  { model, composition }: Interpretation,
  target: "key" | "value",
): DeclarationReport {
  return {
    capability: model.ownerOf(origin.document) ?? null,
    ...(locateOrigin(origin, composition, target) ?? { file: origin.document }),
    changedBy: overlayActions(origin, composition),
  };
}

/** Undefined where no overlay changed a schema. */
export function overlayActions(
  { document, pointer }: SchemaAddress,
  { schemas, sources }: Interpretation["composition"],
): readonly PlaceReport[] | undefined {
  const found = sources.documents.get(schemas.source(document)?.document ?? "");
  const actions = found === undefined ? [] : changesIn(found, pointer);
  return actions.length === 0 ? undefined : actions;
}

function attributionBelow(
  attribution: Attribution | undefined,
  name: string,
): Attribution | undefined {
  if (attribution === undefined || !Object.hasOwn(attribution, name)) return undefined;
  const entry = attribution[name];
  return typeof entry === "string" ? undefined : entry;
}

function ownerOf(attribution: Attribution): string | undefined {
  const owner = attribution[""];
  return typeof owner === "string" ? owner : undefined;
}
