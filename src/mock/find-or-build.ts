/** In: what a mock is made of. Out: the mock that is kept of it, or one that is built now. */

import type { interpret, InterpretOptions } from "../interpret.js";
import type { Environment } from "../write/run-memory.js";
import { findKeptMock, keptDirectory, type BuiltMock } from "./kept-mock.js";

export interface FindOrBuildOptions {
  readonly input: InterpretOptions;
  readonly env: Environment;
  /** A mock that cannot be kept is built in this directory. */
  readonly scratch: string;
  /** Called if there is something to build. */
  loadInterpret(): Promise<typeof interpret>;
}

/** @throws ProtoGenError like `buildMock` */
export async function findOrBuildMock(options: FindOrBuildOptions): Promise<BuiltMock> {
  const { input, env, scratch } = options;
  const kept = keptDirectory(input, env);
  const found = kept === undefined ? undefined : findKeptMock(kept, input, env);
  if (found !== undefined) return found;
  const interpret = await options.loadInterpret();
  // Most starts have nothing to build, and do without the compiler.
  const { buildMock } = await import("./build-mock.js");
  return buildMock({ input, interpret, env, kept, scratch });
}
