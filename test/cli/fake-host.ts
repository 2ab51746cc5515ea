/** A host that records what it is told, with the pipeline that the test brings. */

import type { Host } from "../../src/cli/host.js";

export interface FakeHost extends Host {
  readonly out: () => string;
  readonly err: () => string;
}

export interface FakeHostOptions {
  readonly generate?: Awaited<ReturnType<Host["loadGenerate"]>>;
  readonly interpret?: Awaited<ReturnType<Host["loadInterpret"]>>;
  readonly terminal?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

export function fakeHost({
  generate,
  interpret,
  terminal = false,
  env = {},
}: FakeHostOptions = {}): FakeHost {
  const out: string[] = [];
  const err: string[] = [];
  return {
    stdout: { isTTY: terminal, write: (text) => out.push(text) },
    stderr: { isTTY: terminal, write: (text) => err.push(text) },
    env: { XDG_CACHE_HOME: process.env["XDG_CACHE_HOME"], ...env },
    async loadGenerate() {
      if (generate === undefined) throw new Error("the generator was loaded");
      return generate;
    },
    async loadInterpret() {
      if (interpret === undefined) throw new Error("the pipeline was loaded");
      return interpret;
    },
    async loadFetch() {
      throw new Error("what fetches was loaded");
    },
    out: () => out.join(""),
    err: () => err.join(""),
  };
}
