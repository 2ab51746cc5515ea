/** The worker: started first, it loads openapi-typescript while the pipeline runs; then it prints. */

import { parentPort } from "node:worker_threads";
import { printOpenapiTypes } from "./print-openapi-types.js";
import type { Answer, Question } from "./thread.js";

parentPort?.on("message", ({ id, document }: Question) => {
  parentPort?.postMessage(answer(id, document));
});
parentPort?.postMessage({ kind: "ready" } satisfies Answer);

function answer(id: number, document: string): Answer {
  try {
    return { kind: "text", id, text: printOpenapiTypes(document) };
  } catch (error) {
    return { kind: "error", id, error };
  }
}
