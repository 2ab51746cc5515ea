/** Where the inputs of the oracle tests are: the repository's profile, its instances, published releases. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { GenerateOptions } from "../../../src/generate.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

export const OWN_PROFILE = join(ROOT, "profile.json");

export function readJson(...path: string[]): Json {
  return JSON.parse(readFileSync(join(ROOT, ...path), "utf8")) as Json;
}

export function instance(name: string): JsonObject {
  return readJson("test/data/instances", `${name}.json`) as JsonObject;
}

/** Undefined without `PROTO_GEN_PUBLISHED`: the tests that need a release skip. */
export function publishedRelease(date: string): GenerateOptions | undefined {
  const folder = join(process.env["PROTO_GEN_PUBLISHED"] ?? "", date);
  if (process.env["PROTO_GEN_PUBLISHED"] === undefined || !existsSync(folder)) return undefined;
  const directory = join(folder, "source");
  return {
    profile: join(folder, "profile.json"),
    schemas: [{ directory, prefix: "https://ucp.dev", label: "source" }],
  };
}
