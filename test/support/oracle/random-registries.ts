/**
 * Two random profiles that negotiate: several versions, each with its own parents and `requires`. In: random choices.
 * Out: the profiles as data, and as the sources that `agree` takes, without a disk.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { readDocument, type Document } from "../../../src/load/document.js";
import { readProfile } from "../../../src/load/side.js";
import type { Sources } from "../../../src/load/sources.js";
import type { Random } from "./random.js";

export interface Declared {
  readonly name: string;
  readonly version: string;
  readonly extends: readonly string[];
}

export interface Side {
  readonly version: string;
  readonly capabilities: readonly Declared[];
  /** §2.1 shows two. */
  readonly shape: "array" | "keyed";
}

export interface Pair {
  readonly business: Side;
  readonly platform: Side;
  /** What the schema of each of the business's declarations requires, by `schemaOf`. */
  readonly requires: ReadonlyMap<string, JsonObject>;
}

const NAMES = ["a", "b", "c", "d", "e", "f"].map((letter) => `com.example.${letter}`);
const VERSIONS = ["2025-01-01", "2025-06-01", "2026-01-01", "draft"];

export function randomPair(random: Random): Pair {
  const order = shuffledList(random, NAMES);
  // A few have circles, which are refused.
  const mayCircle = random.chance(0.1);
  const capabilities = order.flatMap((name, index) => {
    const parents = mayCircle ? order : order.slice(0, index);
    return random.some(VERSIONS, 1).map((version) => ({
      name,
      version,
      extends: random.chance(0.5) ? shuffledList(random, parents).slice(0, random.int(3)) : [],
    }));
  });
  const business: Side = {
    version: random.pick(VERSIONS.slice(1)),
    capabilities,
    shape: random.pick(["array", "keyed"]),
  };
  const requires = capabilities.flatMap((declared) =>
    random.chance(0.4) ? [[schemaOf(declared), randomRequires(random)] as const] : [],
  );
  return { business, platform: randomPlatform(random, business), requires: new Map(requires) };
}

function randomPlatform(random: Random, business: Side): Side {
  const capabilities = NAMES.flatMap((name) =>
    random.chance(0.15)
      ? []
      : VERSIONS.filter(() => random.chance(0.75)).map((version) => ({
          name,
          version,
          extends: [],
        })),
  );
  return {
    version: random.chance(0.9) ? business.version : random.pick(VERSIONS),
    capabilities,
    shape: random.pick(["array", "keyed"]),
  };
}

function randomRequires(random: Random): JsonObject {
  const capabilities = shuffledList(random, NAMES)
    .slice(0, random.int(3))
    .map((name) => [name, randomRange(random)] as const);
  return {
    ...(random.chance(0.2) ? { protocol: randomRange(random) } : {}),
    ...(capabilities.length === 0 ? {} : { capabilities: Object.fromEntries(capabilities) }),
  };
}

function randomRange(random: Random): JsonObject {
  const version = random.pick(VERSIONS);
  return random.pick<JsonObject>([
    { min: version },
    { max: version },
    { min: version, max: version },
    {},
  ]);
}

/** The same pair, with everything in another order, and perhaps in the other shape. */
export function shuffledPair(random: Random, { business, platform, requires }: Pair): Pair {
  const side = (given: Side): Side => ({
    version: given.version,
    shape: random.pick(["array", "keyed"]),
    capabilities: shuffledList(random, given.capabilities).map((each) => ({
      ...each,
      extends: shuffledList(random, each.extends),
    })),
  });
  const written = [...requires].map(
    ([schema, each]) => [schema, shuffledMembers(random, each) as JsonObject] as const,
  );
  return { business: side(business), platform: side(platform), requires: new Map(written) };
}

function shuffledMembers(random: Random, value: Json): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value as JsonObject).map(
    ([name, member]) => [name, shuffledMembers(random, member)] as const,
  );
  return Object.fromEntries(shuffledList(random, members));
}

function shuffledList<Item>(random: Random, items: readonly Item[]): Item[] {
  const left = [...items];
  return items.map(() => left.splice(random.int(left.length), 1)[0] as Item);
}

function schemaOf({ name, version }: Pick<Declared, "name" | "version">): string {
  return `https://example.com/schemas/${name}/${version}.json`;
}

/** As it is published. */
export function profileOf({ version, capabilities, shape }: Side): JsonObject {
  const entries = capabilities.map((each) => {
    const { name, version: own, extends: parents } = each;
    const extension = parents.length === 0 ? {} : { extends: parents };
    return { name, version: own, schema: schemaOf(each), ...extension };
  });
  if (shape === "array") return { proto: { version, capabilities: entries } };
  const keyed: Record<string, JsonObject[]> = {};
  for (const { name, ...entry } of entries) (keyed[name] ??= []).push(entry);
  return { proto: { version, capabilities: keyed } };
}

/** @param platform absent: of the business alone */
export function sourcesOf(
  { business, requires }: Pick<Pair, "business" | "requires">,
  platform?: Side,
): Sources {
  const documents = [...requires].map(
    ([schema, each]) => [schema, documentOf(schema, { type: "object", requires: each })] as const,
  );
  const read = (side: Side, file: string) => readProfile(documentOf(file, profileOf(side)));
  const sources: Pick<Sources, "profile" | "platform" | "documents"> = {
    profile: read(business, "profile.json"),
    platform: platform && read(platform, "platform.json"),
    documents: new Map(documents),
  };
  // All that `agree` reads.
  return sources as Sources;
}

function documentOf(uri: string, root: JsonObject): Document {
  return readDocument(uri, uri, new TextEncoder().encode(JSON.stringify(root)));
}
