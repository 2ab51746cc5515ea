/**
 * Collects the services of a release, which no profile names: its OpenAPI and OpenRPC documents, those of one service
 * together. A document of the wrong shape is reported.
 */

import { isObject } from "../../json-schema/keywords.js";
import { ProtoGenError } from "../../errors.js";
import type { Release, ReleaseDocument } from "../release.js";
import { classifyDocument } from "../release-profile.js";
import type { DiagnosticSink } from "../diagnostic-sink.js";
import { joinMcpDocuments, joinRestDocuments } from "./join-documents.js";
import { linkDocuments, type LinkContext } from "./link-documents.js";
import { readMcp, readRest } from "./read-document.js";
import type { McpDocument, RestDocument, SourceService } from "./service-document.js";

export interface ReleaseService {
  readonly source: SourceService;
  /** It answers for capabilities; else it is a tokenizer's, or describes what is embedded. */
  readonly isOfCapabilities: boolean;
}

export async function readReleaseServices(
  release: Release,
  context: LinkContext & { readonly report: DiagnosticSink },
): Promise<ReleaseService[]> {
  const services = new Map<string, Parts>();
  for (const document of release.documents) {
    const part = await read(document, context);
    if (part === undefined) continue;
    const kind = classifyDocument(document, release);
    const isOfCapabilities = kind.kind === "rest" || kind.kind === "mcp";
    const name = isOfCapabilities ? kind.service : document.path.replace(/\/[^/]*$/, "");
    const key = JSON.stringify([name, isOfCapabilities ? "" : document.path]);
    const parts = services.get(key) ?? { name, isOfCapabilities, rest: [], mcp: [] };
    services.set(key, parts);
    if ("operations" in part) parts.rest.push(part);
    else parts.mcp.push(part);
  }
  return [...services.values()].map(({ name, isOfCapabilities, rest, mcp }) => ({
    source: { name, version: "draft", rest: joinRestDocuments(rest), mcp: joinMcpDocuments(mcp) },
    isOfCapabilities,
  }));
}

interface Parts extends Pick<SourceService, "name">, Pick<ReleaseService, "isOfCapabilities"> {
  readonly rest: RestDocument[];
  readonly mcp: McpDocument[];
}

async function read(
  document: ReleaseDocument,
  context: LinkContext & { readonly report: DiagnosticSink },
): Promise<RestDocument | McpDocument | undefined> {
  const { root } = document;
  try {
    if (!isObject(root)) return undefined;
    if (root["openapi"] === undefined && root["openrpc"] === undefined) return undefined;
    const linked = await linkDocuments(document, context);
    return root["openapi"] === undefined
      ? readMcp(document, undefined, linked)
      : readRest(document, undefined, linked);
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    for (const each of error.diagnostics) context.report(document, () => each);
    return undefined;
  }
}
