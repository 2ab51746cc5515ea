/**
 * Divides a shape into its base and what each extension adds, so that a platform with fewer capabilities can be served. A
 * part leaves a member open where the active extensions decide on its visibility; its check is made for each active set
 * (ADR 55).
 */

import type { SchemaAddress } from "../json-schema/schema-address.js";
import type { Annotation } from "../json-schema/visibility.js";
import {
  shapeName,
  resolveVisibilityRules,
  type ComposeContext,
  type ShapeInView,
} from "./compose-context.js";
import type { ShapePart, ShapeParts } from "./composition.js";
import { viewText } from "./view.js";
import type { PartOwner } from "./viewed-source.js";
import { inheritIntoPart, NOTHING_INHERITED } from "./visibility/inherited-visibility.js";
import type { AnnotatedSchema } from "./visibility/instance-annotations.js";
import {
  listPossibleAnnotations,
  type ContestedMember,
  type ContributedSchemas,
  type VisibilityRules,
} from "./visibility/visibility-rules.js";

/** A schema that becomes a part. */
interface PartSource {
  readonly owner: Omit<PartOwner, "shape">;
  readonly schema: AnnotatedSchema;
  /** The last annotations of all that the owner contributes. */
  readonly annotations: ReadonlyMap<string, Annotation>;
}

/** A shape while it is divided: `contested` collects the contested members of its parts. */
interface Division {
  readonly context: ComposeContext;
  readonly rules: VisibilityRules;
  /** Names the shape in the URIs of its parts. */
  readonly name: string;
  readonly viewName: string;
  readonly contested: Map<string, ContestedMember>;
}

/** Divides a shape in a view, once. */
export function divideShape(context: ComposeContext, shapeInView: ShapeInView): ShapeParts {
  const name = shapeName(shapeInView.shape);
  const viewName = viewText(shapeInView.view);
  const key = `${name} ${viewName}`;
  const rules = resolveVisibilityRules(context, shapeInView);
  const parts =
    context.parts.get(key) ?? buildParts({ context, rules, name, viewName, contested: new Map() });
  context.parts.set(key, parts);
  return parts;
}

function buildParts(division: Division): ShapeParts {
  const { base: schema, contributed } = division.rules;
  const annotations = schema.annotations.byMember;
  const base = buildPart(division, { owner: { capability: undefined }, schema, annotations });
  const contributions = [...contributed].flatMap(([capability, schemas]) =>
    partSources(capability, schemas).map((source) => buildPart(division, source)),
  );
  return { base, contributions, contested: division.contested };
}

/** The annotations of an extension's own entry also hold for the entries of others that it contributes. */
function partSources(capability: string, schemas: ContributedSchemas): PartSource[] {
  const own = schemas.at(-1)?.annotations.byMember ?? [];
  return schemas.map((schema) => ({
    owner: schema.unless === undefined ? { capability } : { capability, unless: schema.unless },
    schema,
    annotations: new Map([...schema.annotations.byMember, ...own]),
  }));
}

function buildPart(division: Division, { owner, schema, annotations }: PartSource): ShapePart {
  const { context, rules, name: shape } = division;
  const { address, view } = schema;
  const inherited = inheritIntoPart(
    schema.annotations,
    (member) => listPossibleAnnotations(rules, member, owner.capability),
    annotations,
  );
  for (const member of [...inherited.contested, ...inherited.contestedRequired])
    division.contested.set(member, rules.contested.get(member) as ContestedMember);
  if (owner.capability === undefined && inherited === NOTHING_INHERITED) {
    const uri = context.schemas.reference(address, view);
    return addAnchors(division, { uri, dependsOnExtensions: false, ...owner }, address);
  }
  const { checkedElsewhere } = schema.annotations;
  const uri = context.schemas.reference(address, view, {
    inherited: { ...inherited, checkedElsewhere },
    part: { shape, ...owner },
  });
  const dependsOnExtensions = inherited.contested.size + inherited.contestedRequired.size > 0;
  return addAnchors(division, { uri, dependsOnExtensions, ...owner }, address);
}

/** Opens a part that has enums to which capabilities add: the active ones decide which values it allows. */
function addAnchors(
  { context: { schemas, openEnums }, name, viewName }: Division,
  part: ShapePart,
  { document, pointer }: SchemaAddress,
): ShapePart {
  const anchors = openEnums.buildAnchors([{ document, pointer }], () => true);
  if (anchors === undefined) return part;
  const uri = `composed:${name}?view=${viewName}&values-of=${encodeURIComponent(part.uri)}`;
  schemas.addAnchored(uri, { references: [part.uri], anchors, isPart: true });
  return { ...part, dependsOnExtensions: true, uri };
}
