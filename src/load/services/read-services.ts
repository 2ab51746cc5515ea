/**
 * Reads the documents that a profile's services name: for each service its newest REST and MCP documents, several of one
 * transport together. Every document that is named must exist.
 */

import { NO_ATTEMPTS, type Attempts, type EntryPlace } from "../attempt.js";
import { locateSource, type Document } from "../document.js";
import type { MissingSink } from "../missing-documents.js";
import type { Binding, Profile, Service } from "../profile.js";
import { createReferencePolicy } from "../reference-policy.js";
import type { Reader } from "../reader.js";
import { isOfProtocol } from "@proto-gen/runtime/codegen/generator";
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

/** How documents are read, and what is done where that fails: the first failure is thrown unless told otherwise. */
export interface ReadServicesOptions {
  readonly reader: Reader;
  readonly missing: MissingSink;
  readonly attempts?: Attempts;
}

export async function readServices(
  profile: Profile,
  { reader, missing, attempts = NO_ATTEMPTS }: ReadServicesOptions,
): Promise<ReadServices> {
  const referencePolicy = createReferencePolicy(profile);
  const context: ServiceContext = { reader, missing, referencePolicy, attempts };
  const services: SourceService[] = [];
  const documents = new Set<Document>();
  for (const service of inOrder(profile)) {
    const own = new Map<Binding, Document>();
    for (const binding of service.bindings) {
      const document = await attempts.run(placesOf(service, binding), () =>
        readBindingDocument(service.name, binding, { profile, reader, missing }),
      );
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

interface ServiceContext extends LinkContext {
  readonly missing: MissingSink;
  readonly attempts: Attempts;
}

/** None for a service that no profile declares. */
function placesOf({ name }: Pick<Service, "name">, { pointer }: Binding): EntryPlace[] {
  return pointer === "" ? [] : [{ name, pointer }];
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

async function readService(
  { name, bindings }: Service,
  documents: ReadonlyMap<Binding, Document>,
  context: ServiceContext,
): Promise<SourceService> {
  const readAll = async <Read>(transport: string, read: ReadDocument<Read>): Promise<Read[]> => {
    const all: Read[] = [];
    for (const binding of distinct(newest(bindings, transport), documents)) {
      const document = documents.get(binding) as Document;
      const done = await context.attempts.run(placesOf({ name }, binding), async () => {
        const linked = await linkWhole(document, context);
        return linked && read(document, binding, linked);
      });
      if (done !== undefined) all.push(done);
    }
    return all;
  };
  const embedded = await readAll("embedded", (document, _, linked) =>
    readEmbedded(document, linked),
  );
  const rest = await readAll("rest", (document, { endpoint }, linked) =>
    readRest(document, endpoint, linked),
  );
  const mcp = await readAll("mcp", (document, { endpoint }, linked) =>
    readMcp(document, endpoint, linked),
  );
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

type ReadDocument<Read> = (document: Document, binding: Binding, linked: LinkedDocuments) => Read;

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
