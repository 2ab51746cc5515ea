/**
 * A fetch for URLs that others choose (§5.3: https only, no redirects): it reaches the public internet and
 * nothing else, and takes no more bytes and no more time than it may.
 */

import type { Socket } from "node:net";
import { DocumentFetchError } from "../document/document-fetch-error.js";
import type {
  DocumentFetch,
  DocumentRequest,
  FetchedDocument,
} from "../document/document-fetch.js";
import { createConnector, type Connector, type TrustedCertificates } from "./connector.js";
import { exchange } from "./exchange.js";
import { readDocument } from "./read-document.js";
import { systemResolver, vet, vettedAddresses, type Resolver } from "./resolver.js";
import { targetOf } from "./target.js";
import { withinTime, type EndErrors } from "../time/within-time.js";

export interface GuardedFetchOptions {
  /** 443 unless told. */
  readonly ports?: readonly number[];
  /** From looking up the name to the last byte; 5,000 unless told. */
  readonly timeoutMs?: number;
  /** Media types that are JSON: `application/json` alone unless told. */
  readonly types?: readonly string[];
  /** Of the answer's header fields; 16,384 unless told. */
  readonly headerBytes?: number;
  readonly ca?: TrustedCertificates;
  /** For tests: http, any port, and the machine itself. Other private addresses stay refused. */
  readonly development?: boolean;
  readonly resolve?: Resolver;
  readonly connect?: Connector;
}

export function guardedFetch(options: GuardedFetchOptions = {}): DocumentFetch {
  const {
    ports = [443],
    timeoutMs = 5_000,
    types = ["application/json"],
    headerBytes = 16_384,
    development = false,
    resolve = systemResolver,
    connect = createConnector(options.ca),
  } = options;

  async function fetchOnce(
    url: string,
    request: DocumentRequest,
    signal: AbortSignal,
  ): Promise<FetchedDocument> {
    const target = targetOf(url, { ports, development });
    const addresses = await vettedAddresses(target, resolve, development);
    signal.throwIfAborted();
    const socket = await connect({ ...target, addresses }, signal);
    return withSocket(socket, signal, async () => {
      // Nothing has been said yet.
      vet(socket.remoteAddress, development);
      const response = await exchange(socket, target, request, { types, headerBytes });
      return readDocument(response, request, types);
    });
  }

  return (url, request) =>
    withinTime(timeoutMs, request.signal, (signal) => fetchOnce(url, request, signal), ERRORS);
}

const ERRORS: EndErrors = {
  timeout: () => new DocumentFetchError("TIMEOUT"),
  aborted: (cause) => new DocumentFetchError("ABORTED", { cause }),
};

/** Whatever becomes of it, the connection ends with it. */
async function withSocket<Result>(
  socket: Socket,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = (): void => void socket.destroy();
  // What breaks after the answer, or before the request, is nobody's error.
  socket.on("error", end);
  signal.addEventListener("abort", end);
  try {
    signal.throwIfAborted();
    return await work();
  } catch (error) {
    throw error instanceof DocumentFetchError
      ? error
      : new DocumentFetchError("BROKEN_OFF", { cause: error });
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}
