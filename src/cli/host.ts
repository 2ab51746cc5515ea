/**
 * Everything that the command line uses of the process, so that tests can replace it. The pipeline is loaded on
 * demand: a run without work must not pay for it.
 */

import type { DocumentFetch } from "@proto-gen/runtime/profile";
import type { generate } from "../generate.js";
import type { interpret } from "../interpret.js";
import type { Printable } from "../text/line.js";

/** Takes nothing that could control a terminal: `Printable` is made by escaping alone. */
export interface Output {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: Printable): unknown;
}

export interface Host {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Standard input, which is opened by the call. */
  stdin?(): AsyncIterable<Uint8Array>;
  loadGenerate(): Promise<typeof generate>;
  loadInterpret(): Promise<typeof interpret>;
  /** Fetches documents over https for `--fetch`. */
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

/** A reader may close the pipe early (`| head`); that is not an error. */
export function endQuietly(stream: ErrorSource): void {
  if (!stream.listeners("error").includes(ignoreBrokenPipe)) stream.on("error", ignoreBrokenPipe);
}

function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
