/** The body of a Node request as a stream. Nothing is read before it is asked for. */

import type { IncomingMessage } from "node:http";
import { ProtocolError } from "../error/protocol-error.js";
import type { WebReader, WebStream } from "../rest/web.js";
import { whyBroken } from "./linger.js";

type Chunk = Awaited<ReturnType<WebReader["read"]>>;

interface Waiting {
  resolve(chunk: Chunk): void;
  reject(error: unknown): void;
}

const END: Chunk = Object.freeze({ done: true });

export class NodeBody implements WebStream, WebReader {
  readonly #incoming: IncomingMessage;
  readonly #expected: number | undefined;
  readonly #beforeReading: (() => void) | undefined;
  #chunk: Chunk | undefined;
  #waiting: Waiting | undefined;
  #error: unknown;
  #started = false;
  #ended = false;
  #isRead = false;

  /**
   * @param expected the length according to the head, if it says so
   * @param beforeReading called once, before the first byte is read
   */
  constructor(incoming: IncomingMessage, expected: number | undefined, beforeReading?: () => void) {
    this.#incoming = incoming;
    this.#expected = expected;
    this.#beforeReading = beforeReading;
  }

  /** True if the whole body was read. */
  get isRead(): boolean {
    return this.#isRead;
  }

  getReader(): WebReader {
    return this;
  }

  read(): Promise<Chunk> {
    if (!this.#started) return this.#readFirst();
    const chunk = this.#chunk;
    if (chunk !== undefined) {
      this.#chunk = undefined;
      this.#incoming.resume();
      return Promise.resolve(chunk);
    }
    if (this.#error !== undefined) return Promise.reject(this.#error);
    if (this.#ended) return Promise.resolve(END);
    return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }));
  }

  /** Stops reading; whoever sends the response decides about the rest. */
  cancel(): Promise<void> {
    const incoming = this.#incoming;
    this.#ended = true;
    this.#chunk = undefined;
    incoming.off("data", this.#take);
    if (this.#started) incoming.pause();
    return Promise.resolve();
  }

  async #readFirst(): Promise<Chunk> {
    const value = await this.whole();
    return value === undefined ? this.read() : { done: false, value };
  }

  /** Starts reading. Returns undefined if the rest comes later and must be read with `read`. */
  async whole(): Promise<Uint8Array | undefined> {
    const incoming = this.#incoming;
    this.#started = true;
    if (incoming.readableDidRead || incoming.readableEnded) throw (this.#error = consumed());
    this.#beforeReading?.();
    // Node is about to provide what arrived with the head, which is usually everything: taking it from there is
    // cheaper than listening for it.
    await undefined;
    const bytes = this.#expected === undefined ? null : (incoming.read() as Uint8Array | null);
    if (bytes !== null && bytes.length === this.#expected) {
      this.#finish();
      return bytes;
    }
    if (bytes !== null) this.#take(bytes);
    incoming.on("data", this.#take);
    incoming.on("end", this.#finish);
    incoming.on("error", this.#fail);
    incoming.on("close", this.#close);
    if (incoming.destroyed) this.#close();
    // The body may have failed before anyone listened, since what arrives with the head is parsed at once.
    const broken = whyBroken(incoming);
    if (broken !== undefined) this.#fail(broken);
    return undefined;
  }

  readonly #take = (bytes: Uint8Array): void => {
    const chunk = { done: false, value: bytes };
    if (this.#waiting === undefined) {
      // At most one chunk is held here, besides what Node reads ahead.
      this.#chunk = chunk;
      this.#incoming.pause();
      return;
    }
    this.#waiting.resolve(chunk);
    this.#waiting = undefined;
  };

  readonly #finish = (): void => {
    this.#isRead ||= !this.#ended;
    this.#ended = true;
    this.#waiting?.resolve(END);
    this.#waiting = undefined;
  };

  readonly #fail = (error: unknown): void => {
    if (this.#ended) return;
    this.#error ??= error;
    this.#waiting?.reject(this.#error);
    this.#waiting = undefined;
  };

  readonly #close = (): void => {
    if (!this.#ended) this.#fail(new Error("the connection closed before the body ended"));
  };
}

/** Not the caller's fault. The log and the response tell whoever mounted the server. */
function consumed(): ProtocolError {
  const cause = new TypeError(
    "the body was read before it reached the server: mount the server before body parsers such as express.json()",
  );
  const content = "The body of the request was read before it reached the server.";
  return new ProtocolError("internal_error", { content, cause });
}
