/** Builds the report of one type, which `--json` prints and the text is made from. */

import type { TypeName } from "../../../emit/types/type-text.js";
import type { Interpretation } from "../../../interpretation.js";
import type { NamedType, ViewGroup } from "../../../model/model.js";
import { soleReference, wholeNode, type Node } from "../../../model/node.js";
import { locateOrigin } from "../../../model/locate-origin.js";
import { findDiscriminator } from "../../../model/discriminator.js";
import { diagnosticReports, type PlaceReport } from "../../report.js";
import type {
  BranchReport,
  ContributorReport,
  InspectReport,
  MemberReport,
  TypeKind,
} from "./report-types.js";
import { createTypeNamer } from "../../../model/type-namer.js";
import { findFamily, findType } from "../../../resolve/find-type.js";
import { lineType } from "./line-type.js";
import { membersInPlace } from "../../../model/node-members.js";
import { memberReports, overlayActions } from "./members.js";
import { viewReports } from "./views.js";

export function inspectReport(input: Interpretation, typeName: string): InspectReport {
  const { model, composition, notices } = input;
  const exported = findType(input, typeName);
  const { name, module, type } = exported;
  const scope = createTypeNamer(model, module.path);
  const nameOf: TypeName = (definition) => scope(model.typeOf(definition));
  const node = wholeNode(type.definition);
  const kind = kindOf(node);
  const family = findFamily(input, exported);
  const place = locateOrigin(type.definition.origin, composition);
  const { description } = type.definition.node.annotations;
  const members = memberReports(type, { input, nameOf });
  const isReexport = type.module !== module.path || type.name !== name;
  return {
    ok: true,
    name,
    module: `${module.path}.ts`,
    ...(isReexport ? { declaredIn: { module: `${type.module}.ts`, name: type.name } } : {}),
    kind,
    ...(kind === "object" ? { open: isOpen(node) } : { type: lineType(node, nameOf) }),
    description,
    deprecated: type.deprecated,
    specification: type.see,
    capabilities: contributors(input, type, family),
    place,
    changedBy: allChanges(overlayActions(type.definition.origin, composition), members),
    members,
    ...(kind === "union" ? { branches: branchesOf(node, nameOf) } : {}),
    ...(kind === "enum" ? { values: node.values?.value ?? [] } : {}),
    views: family === undefined ? [] : viewReports(family, scope, nameOf),
    diagnostics: diagnosticReports(notices),
  };
}

/** Each action once, in the order of overlays and lines. */
function allChanges(
  own: readonly PlaceReport[] = [],
  members: readonly MemberReport[],
): readonly PlaceReport[] | undefined {
  const all = [
    ...own,
    ...members.flatMap(({ declared }) => declared.flatMap(({ changedBy = [] }) => changedBy)),
  ];
  const each = new Map(all.map((place) => [`${place.file} ${place.pointer ?? ""}`, place]));
  return each.size === 0 ? undefined : [...each.values()];
}

/** A type with members is an object, whatever other keywords its schema has. */
function kindOf(node: Node): TypeKind {
  if (soleReference(node) !== undefined) return "alias";
  if (unionOf(node) !== undefined && membersInPlace(node).size === 0) return "union";
  if (membersInPlace(node).size > 0) return "object";
  if (node.values !== undefined) return "enum";
  const [only, ...more] = node.types?.value ?? [];
  if (more.length > 0) return "value";
  return only === "object" ? "map" : only === "array" ? "array" : "value";
}

function unionOf({ anyOf, oneOf }: Node): readonly Node[] | undefined {
  return [...oneOf, ...anyOf].find((branches) => branches.length > 1);
}

function branchesOf(node: Node, nameOf: TypeName): BranchReport[] {
  const branches = unionOf(node) ?? [];
  const tag = findDiscriminator(branches);
  return branches.map((branch, index) => ({
    type: lineType(branch, nameOf),
    tag: tag && { name: tag.name, values: tag.values[index] ?? [] },
  }));
}

function isOpen({ additionalProperties, unevaluatedProperties }: Node): boolean {
  return additionalProperties?.never === undefined && unevaluatedProperties?.never === undefined;
}

function contributors(
  { agreement }: Interpretation,
  type: NamedType,
  family: ViewGroup | undefined,
): ContributorReport[] {
  const names = family?.views.find((view) => view.type === type)?.capabilities ?? [];
  return names.flatMap((name) => {
    const capability = agreement.capabilities.find((each) => each.name === name);
    if (capability === undefined) return [];
    const { version, spec } = capability;
    return [{ name, version, specification: spec }];
  });
}
