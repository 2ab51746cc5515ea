/** Checks a response and reads its document, up to a size limit. */

import type { IncomingMessage } from "node:http";
import {
  DocumentFetchError,
  type DocumentFetchErrorCode,
} from "../document/document-fetch-error.js";
import type { DocumentRequest, FetchedDocument } from "../document/document-fetch.js";
import { isIdentity, isJsonInUtf8 } from "../rest/media-type.js";
import { cutText } from "../text/cut-text.js";
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
  if (status >= 300 && status < 400) throw unexpected("REDIRECTED", status);
  if (status !== 200) throw unexpected("STATUS_UNEXPECTED", status);
  const type = headers.get("content-type") ?? "";
  if (!types.some((each) => isJsonInUtf8(type, each))) throw failed("TYPE_UNEXPECTED", type);
  // Compressed content could expand beyond the limit.
  const encoding = headers.get("content-encoding");
  if (!isIdentity(encoding)) throw failed("ENCODED", encoding ?? "");
  if (Number(headers.get("content-length")) > maxBytes) throw failed("TOO_LARGE");
  return { status, headers, bytes: await readBody(response, maxBytes) };
}

/** Joins repeated fields. */
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

/** More of a header field does not help anyone. */
const MAX_DETAIL = 60;

/** @param field a header field's value, written by a stranger: unprintable characters are removed */
function failed(code: DocumentFetchErrorCode, field = ""): DocumentFetchError {
  const detail = cutText(field.replaceAll(/[^\x20-\x7e]/g, ""), MAX_DETAIL);
  return new DocumentFetchError(code, detail === "" ? {} : { detail });
}

function unexpected(code: DocumentFetchErrorCode, status: number): DocumentFetchError {
  return new DocumentFetchError(code, { status, detail: `${status}` });
}
