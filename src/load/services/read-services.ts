/**
 * Reads the documents that a profile's services name: for each service its newest REST and MCP documents, several of one
 * transport together. Every document that is named must exist.
 */

import { locateSource, type Document } from "../document.js";
import type { MissingSink } from "../missing-documents.js";
import type { Binding, Profile, Service } from "../profile.js";
import { createReferencePolicy } from "../reference-policy.js";
import type { Reader } from "../reader.js";
import { isOfProtocol } from "@proto-gen/runtime/vocabulary";
import { withoutFragment } from "../../json-schema/uri.js";
import { newestOf } from "./check-endpoints.js";
import { joinMcpDocuments, joinRestDocuments } from "./join-documents.js";
import { linkDocuments, type LinkContext } from "./link-documents.js";
import { readEmbedded, readMcp, readRest } from "./read-document.js";
import type { SourceService } from "./service-document.js";
import type { LinkedDocuments } from "./service-object.js";

export interface ReadServices {
  readonly services: readonly SourceService[];
  /** Every document that a service names, those of other transports too. */
  readonly documents: readonly Document[];
}

export async function readServices(
  profile: Profile,
  reader: Reader,
  missing: MissingSink,
): Promise<ReadServices> {
  const context: ServiceContext = {
    ...{ reader, missing },
    referencePolicy: createReferencePolicy(profile),
  };
  const services: SourceService[] = [];
  const documents = new Set<Document>();
  for (const service of inOrder(profile)) {
    const own = new Map<Binding, Document>();
    for (const binding of service.bindings) {
      const document = await readBindingDocument(service.name, binding, {
        profile,
        reader,
        missing,
      });
      if (document !== undefined) own.set(binding, document);
    }
    const read = await readService(service, own, context);
    for (const each of own.values()) documents.add(each);
    for (const each of [read.rest, read.mcp, read.embedded])
      each?.documents.forEach((one) => documents.add(one));
    services.push(read);
  }
  return { services, documents: [...documents] };
}

/** The protocol's own before others, then by name: a profile's keys have no order. */
function inOrder({ services, vocabulary }: Profile): Service[] {
  const rank = ({ name }: Service): number => (isOfProtocol(vocabulary, name) ? 0 : 1);
  return [...services].sort(
    (left, right) => rank(left) - rank(right) || (left.name < right.name ? -1 : 1),
  );
}

interface BindingSources {
  readonly profile: Profile;
  readonly reader: Reader;
  readonly missing: MissingSink;
}

async function readBindingDocument(
  service: string,
  { schema, transport, pointer }: Binding,
  { profile, reader, missing }: BindingSources,
): Promise<Document | undefined> {
  if (schema === undefined) return undefined;
  const uri = withoutFragment(schema);
  const document = await reader.read(uri);
  if (document !== undefined) return document;
  missing(profile.document, {
    ...{ uri, code: "LOAD_SCHEMA_UNRESOLVED" },
    message: (reason) =>
      `${service} (${transport}) names ${schema}, which no source contains${reason}`,
    place: () => locateSource(profile.document, `${pointer}/schema`),
  });
  return undefined;
}

type ServiceContext = LinkContext & { readonly missing: MissingSink };

async function readService(
  { name, bindings }: Service,
  documents: ReadonlyMap<Binding, Document>,
  context: ServiceContext,
): Promise<SourceService> {
  async function readAll<Read>(transport: string, read: ReadDocument<Read>): Promise<Read[]> {
    const all: Read[] = [];
    for (const binding of distinct(newest(bindings, transport), documents)) {
      const document = documents.get(binding) as Document;
      const linked = await linkWhole(document, context);
      if (linked !== undefined) all.push(read(document, binding.endpoint, linked));
    }
    return all;
  }
  const embedded = await readAll("embedded", (document, _, linked) =>
    readEmbedded(document, linked),
  );
  const rest = await readAll("rest", readRest);
  const mcp = await readAll("mcp", readMcp);
  const version = (transport: string): string | undefined =>
    newest(bindings, transport)[0]?.version;
  return {
    name,
    version: version("rest") ?? version("mcp") ?? newestOf(bindings)[0]?.version ?? "draft",
    rest: joinRestDocuments(rest),
    mcp: joinMcpDocuments(mcp),
    embedded: joinMcpDocuments(embedded),
  };
}

type ReadDocument<Read> = (
  document: Document,
  endpoint: string | undefined,
  linked: LinkedDocuments,
) => Read;

/** Undefined where a part of the document is missing: what is there could not be read without it. */
async function linkWhole(
  document: Document,
  context: ServiceContext,
): Promise<LinkedDocuments | undefined> {
  let isWhole = true;
  const missing: MissingSink = (from, reference) => {
    isWhole = false;
    context.missing(from, reference);
  };
  const linked = await linkDocuments(document, { ...context, missing });
  return isWhole ? linked : undefined;
}

/** Those with a document, each document once. */
function distinct(
  bindings: readonly Binding[],
  documents: ReadonlyMap<Binding, Document>,
): Binding[] {
  const first = new Map<string, Binding>();
  for (const binding of bindings) {
    const uri = documents.get(binding)?.uri;
    if (uri !== undefined && !first.has(uri)) first.set(uri, binding);
  }
  return [...first.values()];
}

/** Keeps the highest version of several declarations of one transport, as with capabilities (§9.3). */
function newest(bindings: readonly Binding[], transport: string): Binding[] {
  return newestOf(bindings.filter((binding) => binding.transport === transport));
}
