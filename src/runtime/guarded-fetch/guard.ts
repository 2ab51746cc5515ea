/**
 * Connections to URLs that others choose: they reach the public internet and nothing else, and end by
 * themselves. In: a URL, what to do with the connection. Out: what that gives.
 */

import type { Socket } from "node:net";
import { DocumentFetchError } from "../document/document-fetch-error.js";
import type { Cancellation } from "../idempotency/index.js";
import type { WebSignal } from "../rest/index.js";
import { withinTime, type EndErrors } from "../time/within-time.js";
import { createConnector, type Connector, type TrustedCertificates } from "./connector.js";
import { systemResolver, vet, vettedAddresses, type Resolver } from "./resolver.js";
import { targetOf, type Target } from "./target.js";

export interface GuardOptions {
  /** 443 unless told. */
  readonly ports?: readonly number[] | undefined;
  /** From looking up the name to the end of the answer; 5,000 unless told. */
  readonly timeoutMs?: number | undefined;
  /** Of the answer's header fields; 16,384 unless told. */
  readonly headerBytes?: number | undefined;
  readonly ca?: TrustedCertificates | undefined;
  /** For tests: http, any port, and the machine itself. Other private addresses stay refused. */
  readonly development?: boolean | undefined;
  readonly resolve?: Resolver | undefined;
  readonly connect?: Connector | undefined;
}

/** On a connection that is open, to an address that was looked at. */
export type GuardedWork<Result> = (socket: Socket, target: Target) => Promise<Result>;

/** @throws DocumentFetchError */
export type Guard = <Result>(
  url: string,
  caller: WebSignal | undefined,
  work: GuardedWork<Result>,
) => Promise<Result>;

export function createGuard(options: GuardOptions): Guard {
  const {
    ports = [443],
    timeoutMs = 5_000,
    development = false,
    resolve = systemResolver,
    connect = createConnector(options.ca),
  } = options;

  async function connected<Result>(
    url: string,
    signal: Cancellation,
    work: GuardedWork<Result>,
  ): Promise<Result> {
    const target = targetOf(url, { ports, development });
    const addresses = await vettedAddresses(target, resolve, development);
    signal.throwIfAborted();
    const socket = await connect({ ...target, addresses }, signal);
    return withSocket(socket, signal, async () => {
      // Nothing has been said yet.
      vet(socket.remoteAddress, development);
      return work(socket, target);
    });
  }

  return (url, caller, work) =>
    withinTime(timeoutMs, caller, (signal) => connected(url, signal, work), ERRORS);
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
