/** Views `$ref` and `$dynamicRef`: what they lead to is seen by the same view, with what the instance inherits. */

import type { Json } from "@proto-gen/runtime/json";
import { failure } from "../../errors.js";
import { addressKey, type SchemaAddress } from "../../json-schema/schema-address.js";
import type { ResolvedSchema } from "../../json-schema/schema-set.js";
import { locateSource } from "../../load/document.js";
import { viewedUri } from "../viewed-uri.js";
import { inheritIntoBranch, NOTHING_INHERITED } from "../visibility/inherited-visibility.js";
import { collectAnnotations } from "../visibility/instance-annotations.js";
import type { SchemaContext } from "./document-context.js";

/** Undefined if the target is checked elsewhere. */
export function viewReference(reference: string, context: SchemaContext): Json | undefined {
  const { inherited, isInside } = context;
  const { document } = context;
  const { sources, view, isService, part } = document;
  const target = addressOf(resolve("$ref", reference, context));
  const composed =
    isInside && isService ? document.resolveServiceReference(target, view) : undefined;
  if (composed !== undefined) return composed;
  if (inherited === NOTHING_INHERITED) return document.reference(target, view);
  if (inherited.checkedElsewhere.has(addressKey(target))) return undefined;
  const annotations = collectAnnotations(sources, { address: target, view });
  const change = inheritIntoBranch(annotations, inherited);
  return document.reference(target, view, change && { inherited: change, part });
}

/** A dynamic reference stays one: it leads to the view of the same anchor. */
export function viewDynamicReference(reference: string, context: SchemaContext): Json {
  const { view, reference: referTo } = context.document;
  const target = resolve("$dynamicRef", reference, context);
  const { resource, document, dynamicAnchor } = target;
  if (dynamicAnchor === undefined) return referTo(addressOf(target), view);
  const uri =
    resource.pointer === ""
      ? referTo({ document, pointer: "" }, view)
      : viewedUri(resource.uri, view);
  return `${uri}#${dynamicAnchor}`;
}

function addressOf({ document, pointer }: ResolvedSchema): SchemaAddress {
  return { document, pointer };
}

function resolve(
  keyword: "$ref" | "$dynamicRef",
  reference: string,
  { document: { sources, sourceUri }, base, pointer }: SchemaContext,
): ResolvedSchema {
  const target = sources.resolve(base, sourceUri, reference);
  if (target !== undefined) return target;
  const source = sources.documents.get(sourceUri);
  const place = source && locateSource(source, `${pointer}/${keyword}`);
  throw failure("LOAD_REF_UNRESOLVED", `${keyword} ${reference} does not resolve`, { place });
}
