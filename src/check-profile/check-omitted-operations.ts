/**
 * Warns of operations that no capability has: nothing is generated for them, and nobody can negotiate them. Those of
 * capabilities that a profile does not declare are left out on purpose.
 */

import type { Json } from "@proto-gen/runtime/json";
import type { Interpretation } from "../interpretation.js";
import { diagnostic, type Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";
import { collectReferences } from "../load/collect-references.js";
import type { Document } from "../load/document.js";
import { schemaPointersOf, type SourceService } from "../load/services/service-document.js";
import type { Sources } from "../load/sources.js";
import { documentsOf, findCalls, locateCall, type Call } from "./find-calls.js";

export function checkOmittedOperations({ model, sources, notices }: Interpretation): Diagnostic[] {
  const reported = new Set(notices.map(({ place }) => JSON.stringify(place)));
  return model.services.flatMap(({ name, omittedOperations }) => {
    const service = sources.services.find((each) => each.name === name);
    if (service === undefined) return [];
    return omittedOperations.flatMap(({ id, reason }) => {
      const calls = findCalls(service, id);
      const [first] = calls;
      if (first === undefined || calls.some((each) => mayBelong(each, service, sources))) return [];
      const place = locateCall(service, first);
      if (reported.has(JSON.stringify(place))) return [];
      return [diagnostic("SERVICE_NO_CAPABILITY", `${id} is left out: ${reason}`, { place })];
    });
  });
}

/** True if a type of the operation leads to the document of a capability, declared or not. */
function mayBelong(call: Call, service: SourceService, sources: Sources): boolean {
  const places = schemaPointersOf(documentsOf(service), [call]);
  const start = places.flatMap(([{ uri }, pointers]) =>
    pointers.map((pointer) => ({ document: uri, pointer })),
  );
  const declared = new Set(sources.profile.registry.capabilities.map(({ schema }) => schema));
  return reachableDocuments(start, sources).some(
    ({ uri, root }) => declared.has(uri) || hasName(root),
  );
}

/** The documents of some schemas, and those that they lead to over any number of references. */
function reachableDocuments(start: readonly SchemaAddress[], sources: Sources): Document[] {
  const { documents, schemas } = sources;
  const visited = new Map<Document, Set<string>>();
  const waiting = [...start];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const document = documents.get(next.document);
    const schema = schemas.locate(next.document, next.pointer)?.schema;
    if (document === undefined || schema === undefined) continue;
    const seen = visited.get(document) ?? new Set();
    visited.set(document, seen);
    if (seen.has(next.pointer)) continue;
    const search = { schemas, start: { schema, pointer: next.pointer }, visited: seen };
    for (const { base, reference } of collectReferences(document, search)) {
      const target = sources.resolve(base, document.uri, reference);
      if (target !== undefined) waiting.push(target);
    }
  }
  return [...visited.keys()];
}

/** A capability's document says the capability's name. */
function hasName(root: Json | undefined): boolean {
  return isObject(root) && typeof root["name"] === "string";
}
