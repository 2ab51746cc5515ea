/**
 * Read the documents that a service document has parts from: OpenAPI and OpenRPC allow a Reference Object in place of
 * a path item, an operation's parameters, bodies and answers, a method and its content descriptors. In: the document
 * and a reader. Out: all that it leads to. Schemas are not followed here, and a target is read no further than what
 * is referred to in it.
 */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import type { Document, DocumentPosition } from "../document.js";
import type { ReachRefusal } from "../reach.js";
import type { Reader } from "../reader.js";
import { OFFLINE, type Remote } from "../remote.js";
import { refuse, type Report } from "../report.js";
import { invalidDiagnostic, valueAt, type LinkedDocuments } from "./cursor.js";
import { isNoExtension, METHODS } from "./read-openapi.js";
import { referenceTargets } from "./reference-target.js";

/** What has to be known to follow references from one document to another. */
export interface LinkContext {
  readonly reader: Reader;
  readonly reachRefusal: ReachRefusal;
  readonly report?: Report;
  readonly remote?: Pick<Remote, "reason" | "hint">;
}

/** Members that may hold Reference Objects: one, a list, a map, or a map with `x-` members beside. */
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

/** The documents by URI. */
export async function linkDocuments(
  document: Document,
  context: LinkContext,
): Promise<LinkedDocuments> {
  const walk: Walk = { ...context, linked: new Map(), seen: new Set(), start: document };
  await visit(walk, { document, pointer: "", value: document.root }, SERVICE);
  return walk.linked;
}

interface Walk extends LinkContext {
  readonly start: Document;
  readonly linked: Map<string, Document>;
  readonly seen: Set<string>;
}

interface ValuePosition extends DocumentPosition {
  readonly value: Json | undefined;
}

async function visit(walk: Walk, from: ValuePosition, shape: Shape): Promise<void> {
  const spot = await followed(walk, from);
  if (spot === undefined || !isObject(spot.value)) return;
  for (const [member, [holds, below]] of Object.entries(shape)) {
    if (!Object.hasOwn(spot.value, member)) continue;
    for (const each of heldAt(memberAt(spot, member), holds)) await visit(walk, each, below);
  }
}

function memberAt({ document, pointer, value }: ValuePosition, member: string): ValuePosition {
  return {
    document,
    pointer: joinPointer(pointer, member),
    value: isObject(value) ? value[member] : undefined,
  };
}

function heldAt(spot: ValuePosition, holds: Shape[string][0]): ValuePosition[] {
  const { document, pointer, value } = spot;
  if (holds === "one") return [spot];
  if (holds === "list")
    return Array.isArray(value)
      ? value.map((item: Json, index) => ({
          document,
          pointer: `${pointer}/${index}`,
          value: item,
        }))
      : [];
  return Object.keys(isObject(value) ? value : {})
    .filter((name) => holds === "map" || isNoExtension(name))
    .map((name) => memberAt(spot, name));
}

/** What a Reference Object leads to, over any number of steps; undefined where it leads nowhere or was there before. */
async function followed(walk: Walk, from: ValuePosition): Promise<ValuePosition | undefined> {
  let spot = from;
  for (;;) {
    const key = `${spot.document.uri}#${spot.pointer}`;
    if (walk.seen.has(key)) return undefined;
    walk.seen.add(key);
    const reference = isObject(spot.value) ? spot.value["$ref"] : undefined;
    if (typeof reference !== "string") return spot;
    const target = await targetOf(walk, spot, reference);
    if (target === undefined) return undefined;
    spot = target;
  }
}

async function targetOf(
  { reader, reachRefusal, report = refuse, remote = OFFLINE, linked, start }: Walk,
  { document, pointer }: ValuePosition,
  reference: string,
): Promise<ValuePosition | undefined> {
  const targets = referenceTargets(document, reference);
  const read = async (uri: string): Promise<Document | undefined> =>
    uri === start.uri ? start : (linked.get(uri) ?? (await reader.read(uri)));
  for (const target of targets) {
    const refusal = reachRefusal(document, target.uri, `${pointer}/$ref`, reference);
    if (refusal !== undefined && !target.isOwn) {
      report(document, () => refusal);
      return undefined;
    }
    const found = target.isOwn ? document : await read(target.uri);
    if (found === undefined) continue;
    // A document is known by the URI that it was asked for.
    if (!target.isOwn) linked.set(target.uri, found);
    return {
      document: found,
      pointer: target.pointer,
      value: valueAt(found.root, target.pointer),
    };
  }
  const [{ uri } = { uri: reference }] = targets;
  report(document, () =>
    invalidDiagnostic(
      document,
      pointer,
      `$ref ${reference}: no source holds ${uri}${remote.reason(uri)}`,
      remote.hint(uri),
    ),
  );
  return undefined;
}
