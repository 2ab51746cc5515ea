/**
 * The members of a type. In: its definition. Out: its own members in the order of their schemas, each
 * with the schemas that declare it; below a member, those that another capability put there.
 */

import type { Attribution } from "@proto-gen/runtime/schema";
import type { TypeName } from "../../emit/types/type-text.js";
import type { Interpretation } from "../../interpret.js";
import type { NamedType } from "../../model/model.js";
import { wholeNode, type Definition, type Node, type Property } from "../../model/node.js";
import { locateOrigin } from "../../model/locate-origin.js";
import type { DeclarationReport, MemberReport } from "../report.js";
import { lineType } from "./line-type.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";

export function membersOf(
  { definition, wholeAttribution, capability }: NamedType,
  input: Interpretation,
  nameOf: TypeName,
): MemberReport[] {
  return [...ownMembers(wholeNode(definition))].flatMap(([name, property]) => {
    const below = attributionBelow(wholeAttribution, name);
    return [
      memberReport(name, property, input, nameOf),
      ...(below === undefined
        ? []
        : contributed(property.node, below, name, ownerOf(below) ?? capability)),
    ];
  });

  function contributed(
    node: Node,
    tree: Attribution,
    path: string,
    inherited: string | undefined,
  ): MemberReport[] {
    return Object.entries(tree).flatMap(([name, entry]) => {
      if (name === "") return [];
      const at = `${path}.${name}`;
      const owner = typeof entry === "string" ? entry : ownerOf(entry);
      const deeper = (below: readonly Node[]): MemberReport[] =>
        typeof entry === "string"
          ? []
          : below.flatMap((each) => contributed(each, entry, at, owner ?? inherited));
      if (name === "*") return deeper(elementsOf(node));
      const property = propertyBelow(node, name, owner);
      if (property === undefined) return [];
      const own = owner === inherited ? [] : [memberReport(at, property, input, nameOf)];
      return [...own, ...deeper([property.node])];
    });
  }

  function propertyBelow(
    node: Node,
    name: string,
    owner: string | undefined,
  ): Property | undefined {
    const found = inPlace(node).flatMap(({ properties }) => properties.get(name) ?? []);
    return found.find((each) => introducedBy(each) === owner) ?? found[0];
  }

  function introducedBy({ origins: [first] }: Property): string | undefined {
    return first && input.model.ownerOf(first.document);
  }
}

/** Its own, and those of the definitions that apply in place. */
export function ownMembers(node: Node): ReadonlyMap<string, Property> {
  const members = new Map(node.properties);
  for (const { properties } of withReferences(node)) {
    for (const [name, property] of properties) {
      const known = members.get(name);
      if (known === undefined || (known.origins.length === 0 && property.origins.length > 0))
        members.set(name, { ...property, required: property.required ?? known?.required });
    }
  }
  return members;
}

function memberReport(
  path: string,
  { node, required, origins }: Property,
  input: Interpretation,
  nameOf: TypeName,
): MemberReport {
  // A member that is only required stands where it is required.
  const all = origins.length > 0 ? origins : required === undefined ? [node.origin] : [required];
  const [first, ...more] = all as readonly [SchemaAddress, ...SchemaAddress[]];
  const introduced = declaration(first, input, "key");
  const requiredBy = required && declaration(required, input, "value");
  return {
    path,
    required: required !== undefined,
    ...(requiredBy === undefined || requiredBy.capability === introduced.capability
      ? {}
      : { requiredBy }),
    type: lineType(node, nameOf),
    deprecated: node.annotations.deprecated === true,
    declared: [introduced, ...more.map((origin) => declaration(origin, input, "key"))],
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
  };
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

/** Items of an array, and values of a map. */
export function elementsOf(node: Node): Node[] {
  return inPlace(node).flatMap(({ items, additionalProperties }) => [
    ...(items === undefined ? [] : [items]),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
  ]);
}

/** What applies to the same value: references and the branches of unions. */
function inPlace(node: Node, seen = new Set<Definition>()): Node[] {
  const branches = [...node.anyOf, ...node.oneOf].flat();
  return [
    node,
    ...unseen(node, seen).flatMap((each) => inPlace(each, seen)),
    ...branches.flatMap((each) => inPlace(each, seen)),
  ];
}

function withReferences(node: Node, seen = new Set<Definition>()): Node[] {
  return unseen(node, seen).flatMap((each) => [each, ...withReferences(each, seen)]);
}

function unseen({ references }: Node, seen: Set<Definition>): Node[] {
  return references.flatMap((definition) => {
    if (seen.has(definition)) return [];
    seen.add(definition);
    return [wholeNode(definition)];
  });
}
