/**
 * OpenAPI types: `openapi.d.ts`, for openapi-fetch, with declarations of the paths, webhooks, components and operations
 * of an OpenAPI 3.1 document. openapi-typescript takes half a second to load, so it loads in a worker.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { TypesWorker } from "./types-worker.js";

export interface OpenapiTypes {
  /**
   * The whole file; the same for the same document, with a worker and without.
   *
   * @throws Error for a document that is not OpenAPI, or has a reference that leads out of it
   */
  declarationsOf(document: JsonObject): Promise<string>;
  /** Ends the worker. The process can also end without this call. */
  close(): void;
}

/**
 * Started first, it loads while the pipeline runs. Where no worker can be started, openapi-typescript loads when it is
 * needed.
 *
 * @param entry the worker's module
 */
export function startOpenapiTypes(entry: URL | undefined = workerEntry()): OpenapiTypes {
  const worker = entry === undefined ? undefined : startWorker(entry);
  let started: TypesWorker | undefined;
  void worker?.then((each) => (started = each));
  return {
    async declarationsOf(document) {
      // As text: the library changes the document that it is given, and this one is shared and frozen.
      const text = JSON.stringify(document);
      // Without waiting where it has started: the other emitters, which do not wait, would run first.
      const atWork = (started ?? (await worker))?.print(text);
      return (await atWork) ?? printWithoutWorker(text);
    },
    close() {
      void worker?.then((started) => started?.close());
    },
  };
}

/** The bundler moves this module to a chunk, so the path is relative to the folder of the build. */
function workerEntry(): URL | undefined {
  const here = import.meta.url;
  const built = here.lastIndexOf("/dist/");
  return built < 0
    ? undefined
    : new URL(`${here.slice(0, built)}/dist/emit/openapi/types/worker.js`);
}

/** Runs without OpenAPI load nothing of workers. */
async function startWorker(entry: URL): Promise<TypesWorker | undefined> {
  try {
    const { TypesWorker } = await import("./types-worker.js");
    return new TypesWorker(entry);
  } catch {
    return undefined;
  }
}

async function printWithoutWorker(document: string): Promise<string> {
  const { printOpenapiTypes } = await import("./print-openapi-types.js");
  return printOpenapiTypes(document);
}
