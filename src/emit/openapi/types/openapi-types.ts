/**
 * OpenAPI types: `openapi.d.ts`, for openapi-fetch. In: an OpenAPI 3.1 document. Out: the text of the
 * declarations of its paths, webhooks, components and operations.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import { Thread } from "./thread.js";

export interface OpenapiTypes {
  /**
   * The whole file. The same for the same document, however it is made.
   *
   * @throws Error for a document that is none, or that refers to what it does not hold
   */
  declarationsOf(document: JsonObject): Promise<string>;
  /** Ends the worker; also without it, the process can end. */
  close(): void;
}

/**
 * openapi-typescript takes half a second to load: start this first, and it loads in a worker while
 * the pipeline runs. Where there can be no worker, it loads when it is needed.
 *
 * @param entry the worker's module
 */
export function startOpenapiTypes(entry: URL | undefined = workerEntry()): OpenapiTypes {
  const thread = entry === undefined ? undefined : startThread(entry);
  return {
    async declarationsOf(document) {
      // As text, so that nothing that is shared or frozen here can be changed or run into there.
      const text = JSON.stringify(document);
      return (await thread?.ask(text)) ?? (await printHere(text));
    },
    close() {
      thread?.close();
    },
  };
}

/** The bundler moves this module to a chunk: only the folder of what is built is certain. */
function workerEntry(): URL | undefined {
  const here = import.meta.url;
  const built = here.lastIndexOf("/dist/");
  return built < 0
    ? undefined
    : new URL(`${here.slice(0, built)}/dist/emit/openapi/types/worker.js`);
}

function startThread(entry: URL): Thread | undefined {
  try {
    return new Thread(entry);
  } catch {
    return undefined;
  }
}

async function printHere(document: string): Promise<string> {
  const { printOpenapiTypes } = await import("./print-openapi-types.js");
  return printOpenapiTypes(document);
}
