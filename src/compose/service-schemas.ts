/**
 * What a service's operations make of the schemas that its documents name. A service document is thin
 * (§2.1.1): where it names a root, it means the root with every active extension, as the operation
 * sees it. In: the place of a schema. Out: what it stands for.
 */

import { isAssertion, isObject, subschemas } from "../json-schema/keywords.js";
import type { Sources } from "../load/sources.js";
import type { SourceService } from "../load/services/service-document.js";
import type { Verb } from "@proto-gen/runtime/service";
import { addressKey, type SchemaAddress } from "../json-schema/schema-address.js";
import { certainBranches, inPlaceClosure } from "./applied.js";

/** What a schema that is only a `$ref` leads to; else itself. */
export function resolved(sources: Sources, address: SchemaAddress): SchemaAddress {
  const seen = new Set<string>();
  let current = address;
  for (;;) {
    const location = sources.schemas.locate(current.document, current.pointer);
    const key = `${current.document}#${current.pointer}`;
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

/** The branches of a schema that is nothing but a choice, each by itself; else the schema. */
export function alternativesOf(sources: Sources, address: SchemaAddress): SchemaAddress[] {
  const target = resolved(sources, address);
  const schema = sources.schemas.locate(target.document, target.pointer)?.schema;
  if (!isObject(schema)) return [target];
  const [keyword, ...others] = Object.keys(schema).filter(isAssertion);
  if (others.length > 0 || (keyword !== "anyOf" && keyword !== "oneOf")) return [target];
  const branches = schema[keyword];
  return Array.isArray(branches)
    ? branches.flatMap((_, index) =>
        alternativesOf(sources, {
          document: target.document,
          pointer: `${target.pointer}/${keyword}/${index}`,
        }),
      )
    : [target];
}

/** Whether what stands at one address is the schema at another, possibly with more beside it. */
export function includes(sources: Sources, address: SchemaAddress, base: SchemaAddress): boolean {
  return inPlaceClosure(sources, [address]).some(
    ({ document, pointer }) => document === base.document && pointer === base.pointer,
  );
}

/** The operations whose payload a schema is, by the services' documents. */
export function operationsWithPayload(sources: Sources, base: SchemaAddress): Verb[] {
  const payloads = sources.services.flatMap(payloadsOf);
  return payloads.filter(({ address }) => includes(sources, address, base)).map(({ verb }) => verb);
}

/** The documents of all services, and those that they have operations or parts of operations from. */
export function serviceDocuments({ services }: Sources): ReadonlySet<string> {
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
export function carriedBy(sources: Sources, address: SchemaAddress): SchemaAddress[] {
  const services = serviceDocuments(sources);
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

/** Keys of the addresses of all schemas that some operation sends or answers with, in place. */
export function carriedByServices(sources: Sources): ReadonlySet<string> {
  const known =
    carried.get(sources) ?? new Set(sources.services.flatMap((each) => keysOf(sources, each)));
  carried.set(sources, known);
  return known;
}

const carried = new WeakMap<Sources, ReadonlySet<string>>();

function keysOf(sources: Sources, service: SourceService): string[] {
  const payloads = payloadsOf(service).map(({ address }) => address);
  return [...payloads, ...answersOf(service)]
    .flatMap((address) => alternativesOf(sources, address))
    .flatMap((address) => inPlaceClosure(sources, [address]))
    .map(addressKey);
}

/** The schemas of the answers and results of a service's operations. */
export function answersOf({ rest, mcp }: SourceService): SchemaAddress[] {
  const responses = (rest?.operations ?? []).flatMap((each) => each.responses);
  const results = (mcp?.methods ?? []).flatMap(({ result }) => result ?? []);
  return [...responses, ...results].flatMap(({ document, schema }) =>
    schema === undefined ? [] : [{ document, pointer: schema }],
  );
}

interface Payload {
  readonly verb: Verb;
  readonly address: SchemaAddress;
}

function payloadsOf({ rest, mcp }: SourceService): Payload[] {
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
