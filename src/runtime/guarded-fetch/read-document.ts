/** What was answered. In: a response. Out: a document, no more of it than is allowed. */

import type { IncomingMessage } from "node:http";
import {
  DocumentFetchError,
  type DocumentFetchErrorCode,
} from "../document/document-fetch-error.js";
import type { DocumentRequest, FetchedDocument } from "../document/document-fetch.js";
import { isIdentity, isJsonInUtf8 } from "../rest/media-type.js";
import { brokenOff } from "./exchange.js";

const NO_BYTES = new Uint8Array(0);

/** @throws DocumentFetchError */
export async function readDocument(
  response: IncomingMessage,
  { maxBytes, ifNoneMatch }: DocumentRequest,
  types: readonly string[],
): Promise<FetchedDocument> {
  const { statusCode: status = 0 } = response;
  const headers = { get: (name: string) => fieldOf(response, name) };
  if (status === 304 && ifNoneMatch !== undefined) return { status, headers, bytes: NO_BYTES };
  if (status >= 300 && status < 400) throw failed("REDIRECTED", status);
  if (status !== 200) throw failed("STATUS_UNEXPECTED", status);
  const type = headers.get("content-type") ?? "";
  if (!types.some((each) => isJsonInUtf8(type, each))) throw failed("TYPE_UNEXPECTED");
  // What is not decompressed is as large as it is.
  if (!isIdentity(headers.get("content-encoding"))) throw failed("ENCODED");
  if (Number(headers.get("content-length")) > maxBytes) throw failed("TOO_LARGE");
  return { status, headers, bytes: await readBody(response, maxBytes) };
}

/** Several of one name as one. */
export function fieldOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return (Array.isArray(value) ? value.join(", ") : value) ?? null;
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw failed("TOO_LARGE");
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof DocumentFetchError ? error : brokenOff(error);
  }
  return Buffer.concat(chunks, length);
}

function failed(code: DocumentFetchErrorCode, status?: number): DocumentFetchError {
  return new DocumentFetchError(code, status === undefined ? {} : { status, detail: `${status}` });
}
