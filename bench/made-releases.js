/** Releases made for a measurement. In: capabilities and schemas by name. Out: a profile and its schemas on disk. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const VERSION = "2026-01-01";
const PREFIX = "com.example.shop.";
const BASE_URI = "https://example.com/schemas";

/** The root that extensions extend. */
export const ROOT_CAPABILITY = nameOf("checkout");

export function nameOf(name) {
  return PREFIX + name;
}

/** An entry of a profile's registry, for the schema of the same name. */
export function capability(name, more = {}) {
  return { [nameOf(name)]: [{ version: VERSION, schema: `${BASE_URI}/${name}.json`, ...more }] };
}

/** @returns the profile's file, and the root of its schemas as `--schemas` takes it */
export function writeRelease(directory, { capabilities, schemas }) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(join(directory, "schemas"), { recursive: true });
  const profile = join(directory, "profile.json");
  writeFileSync(profile, JSON.stringify({ proto: { version: VERSION, capabilities } }));
  for (const [name, schema] of Object.entries(schemas))
    writeFileSync(join(directory, "schemas", `${name}.json`), JSON.stringify(schema));
  return { profile, schemas: `${join(directory, "schemas")}=${BASE_URI}` };
}
