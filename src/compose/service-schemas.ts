/**
 * Reads which schemas the operations of services send and answer with. Service documents only refer to the schemas of
 * capabilities (§2.1.1), often through a schema that is only a `$ref` or a choice, so that each has to be followed.
 */

import { isAssertion, isObject, subschemas } from "../json-schema/keywords.js";
import type { Sources } from "../load/sources.js";
import type { SourceService } from "../load/services/service-document.js";
import type { Verb } from "@proto-gen/runtime/codegen/generator";
import { addressKey, type SchemaAddress } from "../json-schema/schema-address.js";
import { certainBranches, collectCertainSchemas } from "./visibility/in-place-schemas.js";

/** Follows a schema that is only a `$ref` to its target; any other schema is its own. */
export function resolveAlias(sources: Sources, address: SchemaAddress): SchemaAddress {
  const seen = new Set<string>();
  let current = address;
  for (;;) {
    const location = sources.schemas.locate(current.document, current.pointer);
    const key = addressKey(current);
    if (location === undefined || !isObject(location.schema) || seen.has(key)) return current;
    seen.add(key);
    const { schema, resource } = location;
    const [only, ...others] = Object.keys(schema).filter(isAssertion);
    const reference = schema["$ref"];
    if (only !== "$ref" || others.length > 0 || typeof reference !== "string") return current;
    const target = sources.resolve(resource.uri, current.document, reference);
    if (target === undefined) return current;
    current = { document: target.document, pointer: target.pointer };
  }
}

/** Lists the branches of a schema that is only a choice, over any number of levels; any other schema is the only one. */
export function collectAlternatives(sources: Sources, address: SchemaAddress): SchemaAddress[] {
  const target = resolveAlias(sources, address);
  const schema = sources.schemas.locate(target.document, target.pointer)?.schema;
  if (!isObject(schema)) return [target];
  const [keyword, ...others] = Object.keys(schema).filter(isAssertion);
  if (others.length > 0 || (keyword !== "anyOf" && keyword !== "oneOf")) return [target];
  const branches = schema[keyword];
  return Array.isArray(branches)
    ? branches.flatMap((_, index) =>
        collectAlternatives(sources, {
          document: target.document,
          pointer: `${target.pointer}/${keyword}/${index}`,
        }),
      )
    : [target];
}

/** Tells whether the schema at an address is another one, or applies it in place. */
export function appliesSchema(
  sources: Sources,
  address: SchemaAddress,
  base: SchemaAddress,
): boolean {
  return collectCertainSchemas(sources, [address]).some(
    ({ document, pointer }) => document === base.document && pointer === base.pointer,
  );
}

/** Lists the operations that send a schema. */
export function findOperationsSending(sources: Sources, base: SchemaAddress): Verb[] {
  const payloads = sources.services.flatMap(collectRequestPayloads);
  return payloads
    .filter(({ address }) => appliesSchema(sources, address, base))
    .map(({ verb }) => verb);
}

/** Lists the documents of all services, with those that hold operations or parts of operations. */
export function collectServiceDocuments({ services }: Sources): ReadonlySet<string> {
  return new Set(
    services
      .flatMap(({ rest, mcp, embedded }) =>
        [rest, mcp, embedded].flatMap((each) => each?.documents ?? []),
      )
      .map(({ uri }) => uri),
  );
}

/**
 * Lists the schemas that a service's schema carries: those that apply in its place, and those that its members and items
 * have, as far as the service's documents declare these. The nearest come first.
 */
export function collectCarriedSchemas(sources: Sources, address: SchemaAddress): SchemaAddress[] {
  const services = collectServiceDocuments(sources);
  const found = new Map<string, SchemaAddress>();
  const waiting = [address];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const location = sources.schemas.locate(next.document, next.pointer);
    if (location === undefined || found.has(addressKey(next))) continue;
    found.set(addressKey(next), next);
    const { document, pointer, schema, resource } = location;
    if (!isObject(schema)) continue;
    const target =
      typeof schema["$ref"] === "string"
        ? sources.resolve(resource.uri, document, schema["$ref"])
        : undefined;
    if (target !== undefined) waiting.push({ document: target.document, pointer: target.pointer });
    const below = services.has(document)
      ? subschemas(schema, pointer).map((each) => each.pointer)
      : certainBranches(schema, pointer);
    waiting.push(...below.map((each) => ({ document, pointer: each })));
  }
  return [...found.values()];
}

const payloadKeys = new WeakMap<Sources, ReadonlySet<string>>();

/** Collects the keys of the addresses of all schemas that some operation sends or answers with, in place. */
export function collectPayloadKeys(sources: Sources): ReadonlySet<string> {
  const known =
    payloadKeys.get(sources) ??
    new Set(sources.services.flatMap((each) => readPayloadKeys(sources, each)));
  payloadKeys.set(sources, known);
  return known;
}

function readPayloadKeys(sources: Sources, service: SourceService): string[] {
  const payloads = collectRequestPayloads(service).map(({ address }) => address);
  return [...payloads, ...responseSchemas(service)]
    .flatMap((address) => collectAlternatives(sources, address))
    .flatMap((address) => collectCertainSchemas(sources, [address]))
    .map(addressKey);
}

/** Lists the schemas of the answers and results of a service's operations. */
export function responseSchemas({ rest, mcp }: SourceService): SchemaAddress[] {
  const responses = (rest?.operations ?? []).flatMap((each) => each.responses);
  const results = (mcp?.methods ?? []).flatMap(({ result }) => result ?? []);
  return [...responses, ...results].flatMap(({ document, schema }) =>
    schema === undefined ? [] : [{ document, pointer: schema }],
  );
}

interface RequestPayload {
  readonly verb: Verb;
  readonly address: SchemaAddress;
}

function collectRequestPayloads({ rest, mcp }: SourceService): RequestPayload[] {
  const bodies = (rest?.operations ?? []).flatMap(({ verb, body }) =>
    verb === undefined || body === undefined
      ? []
      : [{ verb, address: { document: body.document, pointer: body.schema } }],
  );
  const methodArguments = (mcp?.methods ?? []).flatMap(({ verb, arguments: all }) =>
    verb === undefined
      ? []
      : all.map(({ document, schema }) => ({ verb, address: { document, pointer: schema } })),
  );
  return [...bodies, ...methodArguments];
}
