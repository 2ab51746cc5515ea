/**
 * Read the documents that a profile's services name. In: a profile and a reader. Out: for each
 * service what its newest REST and MCP documents offer; every document it names must be there.
 */

import { compareVersions } from "@proto-gen/runtime/negotiation";
import { failure } from "../../errors.js";
import { placeOf, type Document } from "../document.js";
import type { Binding, Profile, Service } from "../profile.js";
import type { Reader } from "../reader.js";
import { OFFLINE, type Remote } from "../remote.js";
import { isOfProtocol } from "@proto-gen/runtime/vocabulary";
import { withoutFragment } from "../uri.js";
import { readOpenapi } from "./read-openapi.js";
import { readOpenrpc } from "./read-openrpc.js";
import type { SourceService } from "./service-document.js";

export interface ReadServices {
  readonly services: readonly SourceService[];
  /** Every document that a service names, those of other transports too. */
  readonly documents: readonly Document[];
}

export async function readServices(
  profile: Profile,
  reader: Reader,
  remote: Pick<Remote, "reason" | "hint"> = OFFLINE,
): Promise<ReadServices> {
  const documents = new Map<Binding, Document>();
  for (const { name, bindings } of profile.services) {
    for (const binding of bindings) {
      const document = await readBindingDocument(profile, name, binding, reader, remote);
      if (document !== undefined) documents.set(binding, document);
    }
  }
  return {
    services: inOrder(profile).map((service) => readService(service, documents)),
    documents: [...new Set(documents.values())],
  };
}

/** The protocol's own before others, then by name: a profile's keys have no order. */
function inOrder({ services, vocabulary }: Profile): Service[] {
  const rank = ({ name }: Service): number => (isOfProtocol(vocabulary, name) ? 0 : 1);
  return [...services].sort(
    (left, right) => rank(left) - rank(right) || (left.name < right.name ? -1 : 1),
  );
}

async function readBindingDocument(
  profile: Profile,
  service: string,
  { schema, transport, pointer }: Binding,
  reader: Reader,
  remote: Pick<Remote, "reason" | "hint">,
): Promise<Document | undefined> {
  if (schema === undefined) return undefined;
  const uri = withoutFragment(schema);
  const document = await reader.read(uri);
  if (document !== undefined) return document;
  throw failure(
    "LOAD_SCHEMA_UNRESOLVED",
    `${service} (${transport}) names ${schema}, which no source holds${remote.reason(uri)}`,
    placeOf(profile.document, `${pointer}/schema`),
    remote.hint(schema),
  );
}

function readService(
  { name, bindings }: Service,
  documents: ReadonlyMap<Binding, Document>,
): SourceService {
  const rest = newest(bindings, "rest");
  const mcp = newest(bindings, "mcp");
  const restDocument = rest && documents.get(rest);
  const mcpDocument = mcp && documents.get(mcp);
  return {
    name,
    version: rest?.version ?? mcp?.version ?? newestOf(bindings)?.version ?? "draft",
    rest: restDocument && {
      document: restDocument,
      endpoint: rest.endpoint,
      operations: readOpenapi(restDocument),
    },
    mcp: mcpDocument && {
      document: mcpDocument,
      endpoint: mcp.endpoint,
      methods: readOpenrpc(mcpDocument),
    },
  };
}

/** Of several declarations of one transport, the one of the highest version, as with capabilities (§9.3). */
function newest(bindings: readonly Binding[], transport: string): Binding | undefined {
  return newestOf(bindings.filter((binding) => binding.transport === transport));
}

function newestOf(bindings: readonly Binding[]): Binding | undefined {
  return [...bindings].sort((left, right) => compareVersions(right.version, left.version))[0];
}
