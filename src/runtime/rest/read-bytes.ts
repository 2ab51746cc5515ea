/** Reads a body within limits of size and time. If it does not end by itself, a `ProtocolError` is thrown. */
import { ProtocolError } from "../error/protocol-error.js";
import { abandon, readAll, requireLength, tooLarge } from "./read-all.js";
import type { WebReader, WebRequest, WebSignal } from "./web.js";

export interface ReadLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Ends reading early: as a timeout if the reason's name is `TimeoutError`, otherwise as an abort. */
  readonly signal?: WebSignal | undefined;
}

/**
 * Reads the body of a request or a response.
 * @throws {ProtocolError} `content_too_large`, `request_timeout`, `request_aborted`
 */
export async function readBytes(
  request: Pick<WebRequest, "body" | "headers" | "signal">,
  limits: ReadLimits,
): Promise<Uint8Array> {
  const { body } = request;
  if (body === null) return new Uint8Array(0);
  requireLength(body, request.headers, limits.maxBytes);
  const isOver = request.signal?.aborted === true || limits.signal?.aborted === true;
  const whole = isOver ? undefined : await body.whole?.();
  if (whole === undefined) return readInTime(body.getReader(), request.signal, limits);
  if (whole.length > limits.maxBytes) throw tooLarge(limits.maxBytes);
  return whole;
}

async function readInTime(
  reader: WebReader,
  signal: WebSignal | undefined,
  limits: ReadLimits,
): Promise<Uint8Array> {
  const early = new EarlyEnd([signal, limits.signal], limits.timeoutMs);
  try {
    return await readAll(() => early.orElse(reader.read()), limits.maxBytes);
  } catch (error) {
    abandon(reader);
    throw error instanceof ProtocolError ? error : aborted(error);
  } finally {
    early.release();
  }
}

/** Ends reading before the body does, on timeout or an aborted signal. */
class EarlyEnd {
  private readonly deadline: number;
  private readonly releases: (() => void)[] = [];
  private error: ProtocolError | undefined;
  private reject: ((error: ProtocolError) => void) | undefined;

  constructor(signals: readonly (WebSignal | undefined)[], timeoutMs: number) {
    this.deadline = Date.now() + timeoutMs;
    const timer = setTimeout(() => this.end(new ProtocolError("request_timeout")), timeoutMs);
    this.releases.push(() => clearTimeout(timer));
    for (const signal of signals) if (signal !== undefined) this.heed(signal);
  }

  /**
   * The result of one read, or the error that ends reading. Not `Promise.race`, since racing one promise a million
   * times accumulates a million reactions.
   */
  orElse<Result>(read: Promise<Result>): Promise<Result> {
    // Chunks that are available at once prevent timers from running, and empty ones never reach the size limit.
    if (Date.now() > this.deadline) this.end(new ProtocolError("request_timeout"));
    return new Promise((resolve, reject) => {
      this.reject = reject;
      if (this.error !== undefined) reject(this.error);
      read.then(resolve, reject);
    });
  }

  release(): void {
    for (const release of this.releases) release();
  }

  private heed(signal: WebSignal): void {
    const listener = (): void => this.end(endedBy(signal));
    if (signal.aborted) listener();
    signal.addEventListener("abort", listener);
    this.releases.push(() => signal.removeEventListener("abort", listener));
  }

  private end(error: ProtocolError): void {
    this.error ??= error;
    this.reject?.(this.error);
  }
}

function endedBy({ reason }: WebSignal): ProtocolError {
  const isTimeout = reason instanceof Error && reason.name === "TimeoutError";
  return isTimeout ? new ProtocolError("request_timeout", { cause: reason }) : aborted(reason);
}

function aborted(cause: unknown): ProtocolError {
  return new ProtocolError("request_aborted", { cause });
}
