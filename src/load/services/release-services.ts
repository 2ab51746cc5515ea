/**
 * The services of a release by itself: no profile says which documents are a service's. In: the release. Out: what
 * its OpenAPI and OpenRPC documents offer, those of one service together; what has the wrong shape is reported.
 */

import { isObject } from "../../json-schema/keywords.js";
import { ProtoGenError } from "../../errors.js";
import type { Release, ReleaseDocument } from "../release.js";
import { kindOf } from "../release-profile.js";
import type { Report } from "../report.js";
import { readOpenapi } from "./read-openapi.js";
import { readOpenrpc } from "./read-openrpc.js";
import type { SourceService } from "./service-document.js";

export interface ReleaseService {
  readonly source: SourceService;
  /** It answers for capabilities; else it is a tokenizer's, or describes what is embedded. */
  readonly isOfCapabilities: boolean;
}

export function releaseServices(release: Release, report: Report): ReleaseService[] {
  const services = new Map<string, ReleaseService[]>();
  for (const document of release.documents) {
    const part = read(document, report);
    if (part === undefined) continue;
    const kind = kindOf(document, release);
    const isOfCapabilities = kind.kind === "rest" || kind.kind === "mcp";
    const name = isOfCapabilities ? kind.service : document.path.replace(/\/[^/]*$/, "");
    const known = services.get(name) ?? [];
    services.set(name, joined(known, { source: { name, ...part }, isOfCapabilities }));
  }
  return [...services.values()].flat();
}

function read(document: ReleaseDocument, report: Report): Omit<SourceService, "name"> | undefined {
  const { root } = document;
  const base = { document, endpoint: undefined };
  const none = { version: "draft", rest: undefined, mcp: undefined };
  try {
    if (!isObject(root)) return undefined;
    if (root["openapi"] !== undefined)
      return { ...none, rest: { ...base, operations: readOpenapi(document) } };
    if (root["openrpc"] !== undefined)
      return { ...none, mcp: { ...base, methods: readOpenrpc(document) } };
    return undefined;
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    for (const each of error.diagnostics) report(document, () => each);
    return undefined;
  }
}

/** The first document of each transport makes one service; another is a service by itself. */
function joined(known: readonly ReleaseService[], added: ReleaseService): ReleaseService[] {
  const { rest, mcp } = added.source;
  const at = known.findIndex(
    ({ source, isOfCapabilities }) =>
      isOfCapabilities &&
      added.isOfCapabilities &&
      (rest === undefined || source.rest === undefined) &&
      (mcp === undefined || source.mcp === undefined),
  );
  const found = known[at];
  if (found === undefined) return [...known, added];
  const source = { ...found.source, rest: rest ?? found.source.rest, mcp: mcp ?? found.source.mcp };
  return known.with(at, { ...found, source });
}
