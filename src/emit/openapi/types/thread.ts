/**
 * Thread: a worker that answers questions. In: the texts of OpenAPI documents. Out: the texts of
 * their declarations. It never keeps the process alive but while a question is open.
 */

import { Worker } from "node:worker_threads";

export interface Question {
  readonly id: number;
  readonly document: string;
}

export type Answer =
  | { readonly kind: "ready" }
  | { readonly kind: "text"; readonly id: number; readonly text: string }
  | { readonly kind: "error"; readonly id: number; readonly error: unknown };

interface Pending {
  readonly resolve: (text: string | undefined) => void;
  readonly reject: (error: unknown) => void;
}

export class Thread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #asked = 0;
  #isReady = false;
  #isOver = false;

  /** @throws Error where the process may have no workers */
  constructor(entry: URL) {
    // Hermetic: neither variables nor flags of the process reach the libraries, nor they its output.
    this.#worker = new Worker(entry, { env: {}, execArgv: [], stdout: true, stderr: true });
    this.#worker.on("message", (answer: Answer) => this.#take(answer));
    this.#worker.on("error", (error) => this.#end(error));
    this.#worker.on("exit", () => this.#end(new Error("OPENAPI_TYPES: the worker has ended")));
    // Last: a listener for messages takes a reference.
    this.#worker.unref();
  }

  /** Undefined where the worker never started: then someone else has to answer. */
  ask(document: string): Promise<string | undefined> {
    if (this.#isOver) return Promise.resolve(undefined);
    const id = this.#asked++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage({ id, document } satisfies Question);
    });
  }

  /** Questions that are open fail. */
  close(): void {
    this.#isReady = true;
    this.#end(new Error("OPENAPI_TYPES: the worker was closed"));
  }

  #take(answer: Answer): void {
    if (answer.kind === "ready") {
      this.#isReady = true;
      return;
    }
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) this.#worker.unref();
    if (answer.kind === "text") pending?.resolve(answer.text);
    else pending?.reject(answer.error);
  }

  #end(reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    this.#worker.unref();
    void this.#worker.terminate();
    for (const { resolve, reject } of pending) {
      if (this.#isReady) reject(reason);
      else resolve(undefined);
    }
  }
}
