/**
 * Refuses an extension that weakens what it extends: a member that the base, or an extension that it extends, requires may
 * not become optional or go, or else a subset's payload would break the base (ADR 7). Siblings may.
 */

import { escapePointerToken } from "@proto-gen/runtime/codegen/generator";
import { failure, type ProtoGenError, type SourceLocation } from "../errors.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";
import type { Annotation } from "../json-schema/visibility.js";
import { locateSource } from "../load/document.js";
import type { Sources } from "../load/sources.js";
import {
  resolveVisibilityRules,
  type ComposeContext,
  type ShapeInView,
} from "./compose-context.js";
import { viewText } from "./view.js";
import type { InstanceAnnotations } from "./visibility/instance-annotations.js";
import { contributionsIn, ownEntryOf, type Contribution } from "./visibility/visibility-rules.js";

/** A claim of the base or of an extension on one member: it annotates or requires it. */
interface MemberClaim {
  /** Undefined for the base. */
  readonly capability: string | undefined;
  readonly annotation: Annotation | undefined;
  readonly requires: boolean;
}

type ClaimsByMember = Map<string, MemberClaim[]>;

export function refuseWeakening(context: ComposeContext, shapeInView: ShapeInView): void {
  const rules = resolveVisibilityRules(context, shapeInView);
  const claims: ClaimsByMember = new Map();
  addClaims(claims, rules.base.annotations, undefined);
  for (const contribution of contributionsIn(shapeInView.shape, shapeInView.view)) {
    const { capability } = contribution;
    const { annotations } = ownEntryOf(rules, capability);
    const ancestors = context.graph.ancestors(capability);
    for (const [name, { visibility }] of annotations.byMember) {
      if (visibility === "required") continue;
      const extended = (claims.get(name) ?? []).filter(
        (each) => each.capability === undefined || ancestors.has(each.capability),
      );
      const owner = requiringClaim(extended);
      if (owner === undefined) continue;
      throw weakensBase(context.sources, shapeInView, { contribution, name, owner });
    }
    addClaims(claims, annotations, capability);
  }
}

function addClaims(
  claims: ClaimsByMember,
  annotations: InstanceAnnotations,
  capability: string | undefined,
): void {
  for (const name of new Set([...annotations.required, ...annotations.byMember.keys()])) {
    const claim = {
      capability,
      annotation: annotations.byMember.get(name),
      requires: annotations.required.has(name),
    };
    claims.set(name, [...(claims.get(name) ?? []), claim]);
  }
}

/** Finds who requires the member: by the last annotation, or where nobody annotates it by a `required`. */
function requiringClaim(claims: readonly MemberClaim[]): MemberClaim | undefined {
  const last = claims.findLast(({ annotation }) => annotation !== undefined)?.annotation;
  if (last === undefined) return claims.find(({ requires }) => requires);
  return last.visibility === "required"
    ? claims.find(({ annotation }) => annotation?.visibility === "required")
    : undefined;
}

interface Weakening {
  readonly contribution: Contribution;
  readonly name: string;
  readonly owner: MemberClaim;
}

function weakensBase(
  sources: Sources,
  { shape, view }: ShapeInView,
  { contribution: { capability, address }, name, owner }: Weakening,
): ProtoGenError {
  return failure(
    "COMPOSE_WEAKENS_BASE",
    `${capability} makes ${name} optional or omits it in ${viewText(view)}, but ${owner.capability ?? shape.root} requires it`,
    { place: locateProperty(sources, address, name) },
  );
}

/** Looks for a property in an entry and in its first branches. */
function locateProperty(
  sources: Sources,
  { document, pointer }: SchemaAddress,
  property: string,
): SourceLocation | undefined {
  const source = sources.documents.get(document);
  if (source === undefined) return undefined;
  const suffix = `/properties/${escapePointerToken(property)}`;
  for (const at of [suffix, ...[0, 1, 2, 3].map((index) => `/allOf/${index}${suffix}`)]) {
    if (sources.schemas.locate(document, pointer + at) !== undefined)
      return locateSource(source, pointer + at, "key");
  }
  return locateSource(source, pointer);
}
