/**
 * What the command line touches of the process, in one value, so that tests bring their own.
 * The pipeline is loaded on demand: a run without work must not pay for it.
 */

import type { DocumentFetch } from "@proto-gen/runtime/guarded-fetch";
import type { generate } from "../generate.js";
import type { interpret } from "../interpret.js";

export interface Output {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

export interface Host {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Standard input, opened when it is asked for. */
  stdin?(): AsyncIterable<Uint8Array>;
  loadGenerate(): Promise<typeof generate>;
  loadInterpret(): Promise<typeof interpret>;
  /** What fetches documents from elsewhere. */
  loadFetch(): Promise<DocumentFetch>;
}

export function processHost(): Host {
  for (const stream of [process.stdout, process.stderr]) endQuietly(stream);
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    stdin: () => process.stdin,
    loadGenerate: async () => (await import("../generate.js")).generate,
    loadInterpret: async () => (await import("../interpret.js")).interpret,
    loadFetch: async () => (await import("../load/fetch-remote.js")).httpsFetch,
  };
}

interface ErrorSource {
  listeners(event: "error"): readonly unknown[];
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** A reader that has seen enough (`| head`) is no error of ours. */
export function endQuietly(stream: ErrorSource): void {
  if (!stream.listeners("error").includes(ignoreBrokenPipe)) stream.on("error", ignoreBrokenPipe);
}

function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
