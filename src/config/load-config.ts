/** Reads a configuration and checks it. A TypeScript file is run by jiti, JavaScript by Node itself, and JSON by nothing. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { diagnostic, failure, ProtoGenError, type SourceLocation } from "../errors.js";
import { locateSource, readDocument, type Document } from "../load/document.js";
import { readNamedFile } from "../load/named-file.js";
import { packageDirectory } from "../load/schema-root.js";
import { sha256 } from "../text/sha256.js";
import type { Config } from "./config.js";
import { PACKAGE_MEMBER } from "./find-config.js";
import { CONFIG_SHAPE } from "./members.js";
import { findProblems, isRecord, mapPaths } from "./shape.js";

/** Room for far more than anybody writes by hand. */
const MAX_BYTES = 4 * 1024 * 1024;

export interface LoadedConfig {
  readonly file: string;
  readonly config: Config;
  /** The place of a member in the file, as far as the file's language tells. */
  locate(pointer: string, target?: "key" | "value"): SourceLocation;
}

/** @throws ProtoGenError FILE_NOT_FOUND, CONFIG_FAILED or CONFIG_INVALID */
export async function loadConfig(file: string): Promise<LoadedConfig> {
  const { value, locate } = file.endsWith(".json") ? readJson(file) : await runModule(file);
  const problems = findProblems(value, CONFIG_SHAPE);
  if (problems.length > 0)
    throw new ProtoGenError(
      problems.map(({ pointer, isOfName, message, hint }) =>
        diagnostic("CONFIG_INVALID", message, {
          place: locate(pointer, isOfName === true ? "key" : "value"),
          hint,
        }),
      ),
    );
  return { file, config: value as Config, locate };
}

interface ConfigValue extends Pick<LoadedConfig, "locate"> {
  readonly value: unknown;
}

function readJson(file: string): ConfigValue {
  const document = readDocument(file, file, readNamedFile(file, MAX_BYTES));
  const inPackage = path.basename(file) === "package.json";
  return {
    value: inPackage ? memberOf(document) : document.root,
    locate: (pointer, target) =>
      locateSource(document, `${inPackage ? `/${PACKAGE_MEMBER}` : ""}${pointer}`, target),
  };
}

function memberOf({ root, file }: Document): unknown {
  if (isRecord(root) && Object.hasOwn(root, PACKAGE_MEMBER)) return root[PACKAGE_MEMBER];
  throw failure("CONFIG_INVALID", `${file} has no member ${PACKAGE_MEMBER}`, { place: { file } });
}

/** What a module exports cannot be located: only its pointer is named. */
async function runModule(file: string): Promise<ConfigValue> {
  readNamedFile(file, MAX_BYTES);
  const exported = await runOrFail(file, async () =>
    readOnce(await importModule(path.resolve(file))),
  );
  const locate = (pointer: string): SourceLocation => ({
    file,
    ...(pointer === "" ? {} : { pointer }),
  });
  if (isRecord(exported)) return { value: exported, locate };
  throw failure("CONFIG_INVALID", `${file} exports no configuration`, {
    place: { file },
    hint: "export default defineConfig({ ... }), with defineConfig of proto-gen/config",
  });
}

/** The default export. Members are read once: each may be a getter, which may fail, or give something else the next time. */
function readOnce(exported: unknown): unknown {
  const value = isRecord(exported) ? exported["default"] : undefined;
  return isRecord(value) ? mapPaths(value, CONFIG_SHAPE, (text) => text) : undefined;
}

async function importModule(file: string): Promise<unknown> {
  if (!/\.m?ts$/.test(file)) return import(freshUrl(file));
  const { createJiti } = await import("jiti");
  // A configuration may be read by an installation that its project does not have, such as that of npx.
  const own = path.join(packageDirectory(), "dist/config/config.js");
  const jiti = createJiti(import.meta.url, {
    moduleCache: false,
    interopDefault: false,
    alias: { "proto-gen/config": own },
  });
  return jiti.import(file);
}

async function runOrFail(file: string, action: () => Promise<unknown>): Promise<unknown> {
  try {
    return await action();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw failure("CONFIG_FAILED", `${path.basename(file)} cannot be run: ${reason}`, {
      place: { file: path.resolve(file) },
    });
  }
}

/** Node keeps what it imported, by its URL; a configuration may be read again after a change, which may leave its time as it was. */
function freshUrl(file: string): string {
  return `${pathToFileURL(file).href}?content=${sha256(readFileSync(file))}`;
}
