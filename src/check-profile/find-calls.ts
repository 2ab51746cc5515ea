/** Finds an operation in the documents of its service, one for each transport. */

import type { SourceLocation } from "../errors.js";
import { locateSource, type Document } from "../load/document.js";
import {
  documentOf,
  type SourceMethod,
  type SourceRestOperation,
  type SourceService,
} from "../load/services/service-document.js";

export type Call = SourceRestOperation | SourceMethod;

export function findCalls({ rest, mcp }: SourceService, id: string): Call[] {
  return [...(rest?.operations ?? []), ...(mcp?.methods ?? [])].filter((each) => each.id === id);
}

export function documentsOf({ rest, mcp }: SourceService): readonly Document[] {
  return [...(rest?.documents ?? []), ...(mcp?.documents ?? [])];
}

export function locateCall(service: SourceService, call: Call): SourceLocation {
  return locateSource(documentOf(documentsOf(service), call), call.pointer, "key");
}
