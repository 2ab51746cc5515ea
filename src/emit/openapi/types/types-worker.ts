/**
 * The main thread's side of the worker: sends it OpenAPI documents and receives their declarations. The worker keeps
 * the process alive only while a request is pending.
 */

import { Worker } from "node:worker_threads";

export interface WorkerRequest {
  readonly id: number;
  readonly document: string;
}

export type WorkerMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "text"; readonly id: number; readonly text: string }
  | { readonly kind: "error"; readonly id: number; readonly error: unknown };

interface PendingRequest {
  readonly resolve: (text: string | undefined) => void;
  readonly reject: (error: unknown) => void;
}

export class TypesWorker {
  readonly #worker: Worker;
  readonly #pending = new Map<number, PendingRequest>();
  #nextId = 0;
  #isReady = false;
  #hasEnded = false;

  /** @throws Error where the process may have no workers */
  constructor(entry: URL) {
    // The libraries get no flags of the process, none of its other variables, and cannot write to its output.
    this.#worker = new Worker(entry, {
      env: optionsOfNode(),
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    this.#worker.on("message", (message: WorkerMessage) => this.#receive(message));
    this.#worker.on("error", (error) => this.#end(error));
    this.#worker.on("exit", () => this.#end(new Error("OPENAPI_TYPES: the worker has ended")));
    // Last: a listener for messages takes a reference.
    this.#worker.unref();
  }

  /** @returns undefined where the worker did not start: then the caller has to print */
  print(document: string): Promise<string | undefined> {
    if (this.#hasEnded) return Promise.resolve(undefined);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage({ id, document } satisfies WorkerRequest);
    });
  }

  /** Pending requests fail. */
  close(): void {
    this.#isReady = true;
    this.#end(new Error("OPENAPI_TYPES: the worker was closed"));
  }

  #receive(message: WorkerMessage): void {
    if (message.kind === "ready") {
      this.#isReady = true;
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (this.#pending.size === 0) this.#worker.unref();
    if (message.kind === "text") pending?.resolve(message.text);
    else pending?.reject(message.error);
  }

  #end(reason: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
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

/** A package manager without a node_modules directory uses NODE_OPTIONS to load its resolver: the worker needs it as well. */
function optionsOfNode(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS } = process.env;
  return NODE_OPTIONS === undefined ? {} : { NODE_OPTIONS };
}
