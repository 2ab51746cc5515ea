/** What was answered. In: a response. Out: a document, no more of it than is allowed. */

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
  // What is not decompressed is as large as it is.
  const encoding = headers.get("content-encoding");
  if (!isIdentity(encoding)) throw failed("ENCODED", encoding ?? "");
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

/** More of a header field says nothing to who reads the error. */
const MAX_DETAIL = 60;

/** @param field of the answer, which anyone may have written: what is no plain character is left out */
function failed(code: DocumentFetchErrorCode, field = ""): DocumentFetchError {
  const detail = cutText(field.replaceAll(/[^\x20-\x7e]/g, ""), MAX_DETAIL);
  return new DocumentFetchError(code, detail === "" ? {} : { detail });
}

function unexpected(code: DocumentFetchErrorCode, status: number): DocumentFetchError {
  return new DocumentFetchError(code, { status, detail: `${status}` });
}
