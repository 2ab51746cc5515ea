/**
 * Reads the documents that hold parts of a service document. OpenAPI and OpenRPC allow a Reference Object in place of a
 * path item, an operation's parameters, bodies and responses, a method and its content descriptors. References in
 * schemas are not followed here, nor those in parts of a target that nothing refers to.
 */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import { locateSource, type Document, type DocumentPosition } from "../document.js";
import {
  missingDiagnostic,
  type MissingReference,
  type MissingSink,
} from "../missing-documents.js";
import type { ReferencePolicy } from "../reference-policy.js";
import type { Reader } from "../reader.js";
import { OFFLINE } from "../remote.js";
import { throwDiagnostic, type DiagnosticSink } from "../diagnostic-sink.js";
import { serviceDiagnostic, unresolvedReference, type LinkedDocuments } from "./service-object.js";
import { valueAt } from "../../text/value-at.js";
import { isSpecified, METHODS } from "./read-openapi.js";
import { resolveReferenceTargets } from "./reference-target.js";

export interface LinkContext {
  readonly reader: Reader;
  readonly referencePolicy: ReferencePolicy;
  readonly report?: DiagnosticSink;
  /** By default, a document that no source contains is reported by itself. */
  readonly missing?: MissingSink;
}

/** Members that may hold Reference Objects: one, a list, a map, or a map that may have `x-` members, too. */
interface Shape {
  readonly [member: string]: readonly ["one" | "list" | "map" | "patterned", Shape];
}

const PLAIN: Shape = {};
const RESPONSE: Shape = { headers: ["map", PLAIN] };
const OPERATION: Shape = {
  parameters: ["list", PLAIN],
  requestBody: ["one", PLAIN],
  responses: ["patterned", RESPONSE],
};
const PATH_ITEM: Shape = {
  parameters: ["list", PLAIN],
  ...Object.fromEntries(METHODS.map((method) => [method, ["one", OPERATION] as const])),
};
const METHOD: Shape = {
  params: ["list", PLAIN],
  result: ["one", PLAIN],
  errors: ["list", PLAIN],
  tags: ["list", PLAIN],
};
const SERVICE: Shape = {
  paths: ["patterned", PATH_ITEM],
  webhooks: ["map", PATH_ITEM],
  methods: ["list", METHOD],
  components: ["one", { securitySchemes: ["map", PLAIN] }],
};

/** @returns the documents by URI */
export async function linkDocuments(
  document: Document,
  context: LinkContext,
): Promise<LinkedDocuments> {
  const walk: LinkWalk = { ...context, linked: new Map(), seen: new Set(), start: document };
  await visitShape(walk, { document, pointer: "", value: document.root }, SERVICE);
  return walk.linked;
}

interface LinkWalk extends LinkContext {
  readonly start: Document;
  readonly linked: Map<string, Document>;
  readonly seen: Set<string>;
}

interface ValuePosition extends DocumentPosition {
  readonly value: Json | undefined;
}

async function visitShape(walk: LinkWalk, from: ValuePosition, shape: Shape): Promise<void> {
  const position = await resolveReferences(walk, from);
  if (position === undefined || !isObject(position.value)) return;
  for (const [member, [holds, below]] of Object.entries(shape)) {
    if (!Object.hasOwn(position.value, member)) continue;
    for (const each of valuesAt(memberAt(position, member), holds))
      await visitShape(walk, each, below);
  }
}

function memberAt({ document, pointer, value }: ValuePosition, member: string): ValuePosition {
  return {
    document,
    pointer: joinPointer(pointer, member),
    value: isObject(value) ? value[member] : undefined,
  };
}

function valuesAt(position: ValuePosition, holds: Shape[string][0]): ValuePosition[] {
  const { document, pointer, value } = position;
  if (holds === "one") return [position];
  if (holds === "list")
    return Array.isArray(value)
      ? value.map((item: Json, index) => ({
          document,
          pointer: `${pointer}/${index}`,
          value: item,
        }))
      : [];
  return Object.keys(isObject(value) ? value : {})
    .filter((name) => holds === "map" || isSpecified(name))
    .map((name) => memberAt(position, name));
}

/** Follows Reference Objects over any number of steps; undefined if they lead nowhere, or to a visited position. */
async function resolveReferences(
  walk: LinkWalk,
  from: ValuePosition,
): Promise<ValuePosition | undefined> {
  let position = from;
  for (;;) {
    const key = `${position.document.uri}#${position.pointer}`;
    if (walk.seen.has(key)) return undefined;
    walk.seen.add(key);
    const reference = isObject(position.value) ? position.value["$ref"] : undefined;
    if (typeof reference !== "string") return position;
    const target = await resolveReference(walk, position, reference);
    if (target === undefined) return undefined;
    position = target;
  }
}

async function resolveReference(
  walk: LinkWalk,
  { document, pointer }: ValuePosition,
  reference: string,
): Promise<ValuePosition | undefined> {
  const { reader, referencePolicy, report = throwDiagnostic, linked, start } = walk;
  const targets = resolveReferenceTargets(document, reference);
  const read = async (uri: string): Promise<Document | undefined> =>
    uri === start.uri ? start : (linked.get(uri) ?? (await reader.read(uri, document)));
  for (const target of targets) {
    const refusal = referencePolicy({
      ...{ document, pointer: `${pointer}/$ref` },
      ...{ reference, target: target.uri },
    });
    if (refusal !== undefined && !target.isOwn) {
      report(document, () => refusal);
      return undefined;
    }
    const found = target.isOwn ? document : await read(target.uri);
    if (found === undefined) continue;
    // A document is known by the URI that it was asked for.
    if (!target.isOwn) linked.set(target.uri, found);
    const at = target.pointer;
    if (at !== undefined) return { document: found, pointer: at, value: valueAt(found.root, at) };
    report(document, () =>
      serviceDiagnostic({ document, pointer }, unresolvedReference(reference)),
    );
    return undefined;
  }
  const [{ uri } = { uri: reference }] = targets;
  reportMissing(walk, document, {
    ...{ uri, code: "SERVICE_INVALID" },
    message: (reason) => `$ref ${reference}: no source contains ${uri}${reason}`,
    place: () => locateSource(document, pointer),
  });
  return undefined;
}

function reportMissing(
  { reader, report = throwDiagnostic, missing }: LinkWalk,
  document: Document,
  reference: MissingReference,
): void {
  const access = { reader, remote: OFFLINE, release: "" };
  if (missing !== undefined) missing(document, reference);
  else report(document, () => missingDiagnostic(reference, access));
}
