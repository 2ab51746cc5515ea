/**
 * Mocks that were built before, in the user's cache: each a generated tree with a manifest, by which a start knows whether it is
 * still what it would build. It loads little, since most starts have nothing to build.
 */

import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import nodePath from "node:path";
import type { Diagnostic } from "../errors.js";
import type { InterpretOptions } from "../interpret.js";
import { packageDirectory, parseRoots } from "../load/schema-root.js";
import { isHttpUrl } from "../text/http-url.js";
import { sha256 } from "../text/sha256.js";
import { createInputResolver } from "../write/input-bytes.js";
import { recordedOptions } from "../write/manifest.js";
import { cacheDirectory, createRunMemory, type Environment } from "../write/run-memory.js";
import { findUpToDate } from "../write/up-to-date.js";
import type { ExampleRequest } from "./example-request.js";
import type { StandIns } from "./messages.js";

/** What is known of a mock before it starts. */
export interface MockPlan {
  /** The profile that the mock publishes. */
  readonly profile: object;
  readonly standIns: StandIns;
  /** The request to try first. */
  readonly example?: ExampleRequest | undefined;
  readonly notices: readonly Diagnostic[];
}

/** With the URLs of the modules of packages, by how they are imported. */
export interface RecordedPlan extends MockPlan {
  readonly modules: Readonly<Record<string, string>>;
}

export interface BuiltMock extends MockPlan {
  /** Holds the modules. */
  readonly directory: string;
}

/** The module that serves, below the directory. */
export const SERVER_MODULE = "mock/main.js";
/** The module that a process imports to serve by itself. */
export const MOCK_MODULE = "mock/open-mock.js";
/** The plan, as JSON. */
export const PLAN_FILE = "plan.json";

/** The URL of a module of this package. */
export const PACKAGE_MODULE = import.meta.url;

/**
 * The URL of a module that this package imports too. It replaces the package's name in the modules of a mock, so that they run from
 * any directory, and without a `node_modules` (Yarn's Plug'n'Play).
 * @param specifier `hono/html`, as a module imports it
 */
export function ownModule(specifier: string): string {
  return import.meta.resolve(specifier);
}

/** The file of the certificate of all mocks of this user. */
export function certificateFile(env: Environment): string {
  return nodePath.join(cacheDirectory(env), "proto-gen", "localhost-certificate.json");
}

/** A mock of documents that are fetched, or may be different the next time, is not kept. */
function isKeepable({ remote, development, profile, platform }: InterpretOptions): boolean {
  return (
    remote === undefined &&
    development !== true &&
    [profile, platform].every((each) => each === undefined || isFile(each))
  );
}

function isFile(name: string): boolean {
  return !isHttpUrl(name) && statSync(name, { throwIfNoEntry: false })?.isFile() === true;
}

/** @returns the directory of the mock; undefined if it cannot be kept, or the user has no cache that can be written, as in some containers */
export function keptDirectory(input: InterpretOptions, env: Environment): string | undefined {
  if (!isKeepable(input)) return undefined;
  const { onStage: _, remote: _remote, profile, platform = "", ...rest } = input;
  const { schemas = [], overlays = [], ...others } = rest;
  const files = [profile, platform].map((each) => [
    nodePath.resolve(each),
    each === "" ? "" : sha256(readFileSync(each)),
  ]);
  const roots = parseRoots(schemas).map((each) => ({
    ...each,
    directory: nodePath.resolve(each.directory),
  }));
  const overlayFiles = overlays.map((each) => nodePath.resolve(each));
  const key = sha256(JSON.stringify([packageState(), files, roots, overlayFiles, others]));
  const directory = nodePath.join(cacheDirectory(env), "proto-gen", "mocks", key);
  try {
    mkdirSync(directory, { recursive: true });
    return directory;
  } catch {
    return undefined;
  }
}

/** Another one for each version of this package, and for each change while it is developed. */
function packageState(): readonly string[] {
  const root = packageDirectory();
  const states = ["dist", "templates/mock", "templates/storefront/src"].flatMap((directory) =>
    readdirSync(nodePath.join(root, directory), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:ts|js)$/.test(name))
      .map((name) => {
        const file = nodePath.join(root, directory, name);
        const { size, mtimeMs } = statSync(file);
        return `${file} ${size} ${mtimeMs}`;
      }),
  );
  return states.sort();
}

/** @returns undefined if it has to be built */
export function findKeptMock(
  directory: string,
  input: InterpretOptions,
  env: Environment,
): BuiltMock | undefined {
  const manifest = findUpToDate({
    out: directory,
    options: recordedOptions(input),
    resolveInput: createInputResolver(input),
    memory: createRunMemory(env),
  });
  if (manifest === undefined) return undefined;
  const text = readFileSync(nodePath.join(directory, PLAN_FILE), "utf8");
  const { modules, ...plan } = JSON.parse(text) as RecordedPlan;
  // An update of a package may have moved it.
  if (Object.entries(modules).some(([name, url]) => ownModule(name) !== url)) return undefined;
  const now = new Date();
  utimesSync(directory, now, now);
  return { ...plan, directory };
}
