/** Reads one service document as a document of its transport. */

import { isObject } from "../../json-schema/keywords.js";
import type { Document } from "../document.js";
import { checkOpenapi } from "./check-openapi.js";
import type { LinkedDocuments } from "./service-object.js";
import { readOpenapi } from "./read-openapi.js";
import { readMethods, readOpenrpc } from "./read-openrpc.js";
import type { McpDocument, RestDocument } from "./service-document.js";

export function readRest(
  document: Document,
  endpoint: string | undefined,
  linked: LinkedDocuments,
): RestDocument {
  const operations = readOpenapi(document, linked);
  const problems = checkOpenapi(document, linked, operations);
  return { ...baseOf(document, endpoint, linked), operations, problems };
}

export function readMcp(
  document: Document,
  endpoint: string | undefined,
  linked: LinkedDocuments,
): McpDocument {
  const methods = readOpenrpc(document, linked);
  return { ...baseOf(document, endpoint, linked), methods };
}

/** The embedded transport's document may list methods as OpenRPC does without being OpenRPC. */
export function readEmbedded(document: Document, linked: LinkedDocuments): McpDocument {
  const isOpenrpc = isObject(document.root) && document.root["openrpc"] !== undefined;
  const methods = (isOpenrpc ? readOpenrpc : readMethods)(document, linked);
  return { ...baseOf(document, undefined, linked), methods };
}

function baseOf(
  document: Document,
  endpoint: string | undefined,
  linked: LinkedDocuments,
): Omit<RestDocument, "operations" | "problems"> {
  return {
    document,
    documents: [...new Set([document, ...linked.values()])],
    root: isObject(document.root) ? document.root : {},
    endpoint,
  };
}
