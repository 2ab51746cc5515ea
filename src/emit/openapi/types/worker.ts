/** The worker: it loads openapi-typescript while the pipeline runs, then prints documents. */

import { parentPort } from "node:worker_threads";
import { printOpenapiTypes } from "./print-openapi-types.js";
import type { WorkerMessage, WorkerRequest } from "./types-worker.js";

parentPort?.on("message", (request: WorkerRequest) => {
  parentPort?.postMessage(respond(request));
});
parentPort?.postMessage({ kind: "ready" } satisfies WorkerMessage);

function respond({ id, document }: WorkerRequest): WorkerMessage {
  try {
    return { kind: "text", id, text: printOpenapiTypes(document) };
  } catch (error) {
    return { kind: "error", id, error };
  }
}
