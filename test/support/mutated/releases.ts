/**
 * The releases that inputs are made of: this package's draft and its profile, the published ones where
 * `PROTO_GEN_PUBLISHED` names them, and slices of each. A slice has one root capability, some of its extensions and a few
 * operations, with the documents that they lead to: a run of it takes a tenth of the time of the whole release.
 *
 * The draft has other URLs here than in the package, which would be asked first otherwise.
 */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Random } from "../oracle/random.js";

/** By path in the directory of an input. */
export type Files = ReadonlyMap<string, string>;

export interface BaseRelease {
  readonly name: string;
  /** The URL of `schemas/draft`. */
  readonly prefix: string;
  readonly files: Files;
}

type JsonMap = Record<string, unknown>;

export const SCHEMAS = "schemas/draft";
const DRAFT_PREFIX = "https://proto.dev/mutated/draft";

/** Where the releases are. */
export interface ReleasePlaces {
  readonly repository: string;
  /** The published ones; undefined where they are not available. */
  readonly published: string | undefined;
}

/** The whole releases, the draft first. */
export function readReleases({ repository, published }: ReleasePlaces): readonly BaseRelease[] {
  const names = ["2026-01-11", "2026-01-23", "2026-04-08"];
  const others = published === undefined ? [] : names.map((name) => readPublished(published, name));
  return [readDraft(repository), ...others];
}

function readDraft(repository: string): BaseRelease {
  const rename = (text: string): string =>
    text
      .replaceAll("2026-11-27", "draft")
      .replaceAll("https://proto.dev/schemas/", "https://proto.dev/mutated/");
  const profile = rename(readFileSync(path.join(repository, "profile.json"), "utf8"));
  const schemas = readSchemas(path.join(repository, "schemas/draft"), rename);
  return { name: "draft", prefix: DRAFT_PREFIX, files: withCompanions(profile, schemas) };
}

function readPublished(directory: string, name: string): BaseRelease {
  const profile = readFileSync(path.join(directory, name, "profile.json"), "utf8");
  const schemas = readSchemas(path.join(directory, name, "source"), (text) => text);
  return { name, prefix: "https://ucp.dev", files: withCompanions(profile, schemas) };
}

function readSchemas(directory: string, rename: (text: string) => string): [string, string][] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
    .map(({ parentPath, name }): [string, string] => {
      const file = path.join(parentPath, name);
      const below = path.relative(directory, file).split(path.sep).join("/");
      return [`${SCHEMAS}/${below}`, rename(readFileSync(file, "utf8"))];
    })
    .sort(([left], [right]) => (left < right ? -1 : 1));
}

/** The files beside a profile and its schemas that commands read. */
function withCompanions(profile: string, schemas: readonly [string, string][]): Files {
  const root = JSON.parse(profile) as JsonMap;
  const name = Object.keys(root)[0] ?? "";
  const { services: _, payment_handlers: __, ...platform } = root[name] as JsonMap;
  const capabilities = Object.fromEntries(
    declarationsOf(root).map(({ name: each, version }) => [each, [{ version }]]),
  );
  const payload = {
    [name]: { version: platform["version"], capabilities },
    id: "checkout_1",
    status: "incomplete",
    currency: "USD",
    line_items: [
      { id: "line_1", item: { id: "item_1", title: "Roses", price: 100 }, quantity: 1, totals: [] },
    ],
    totals: [
      { type: "subtotal", amount: 100 },
      { type: "total", amount: 100 },
    ],
    links: [],
    messages: [{ type: "error", code: "missing", severity: "recoverable", content: "Add it." }],
    payment: { instruments: [], handlers: [] },
  };
  const ignore = {
    ignore: [
      {
        change: "0123456789abcdef",
        reason: "agreed",
        until: "2099-01-01",
        rule: "enum-widened",
        subject: "Checkout",
      },
    ],
    levels: { "enum-widened": "safe" },
  };
  return new Map([
    ["profile.json", text(root)],
    ["platform.json", text({ [name]: platform })],
    ["payload.json", text(payload)],
    ["ignore.json", text(ignore)],
    ...schemas,
  ]);
}

interface Declaration {
  readonly name: string;
  readonly version: string;
  readonly schema: string;
  readonly parents: readonly string[];
}

/** The capabilities of a profile, in either form of its registry. */
function declarationsOf(root: JsonMap): Declaration[] {
  const { capabilities } = Object.values(root)[0] as JsonMap;
  const pairs = Array.isArray(capabilities)
    ? capabilities.map((each: JsonMap) => [String(each["name"]), each] as const)
    : Object.entries(capabilities as JsonMap).map(
        ([name, each]) => [name, (each as JsonMap[])[0] as JsonMap] as const,
      );
  return pairs.map(([name, each]) => ({
    name,
    version: String(each["version"]),
    schema: String(each["schema"]),
    parents: each["extends"] === undefined ? [] : [each["extends"]].flat().map(String),
  }));
}

/** A part of a release, drawn at random. */
export function slice(release: BaseRelease, random: Random): BaseRelease {
  const root = parse(release.files.get("profile.json"));
  const declared = declarationsOf(root);
  const start = random.pick(declared.filter(({ parents }) => parents.length === 0));
  const extensions = declared.filter(({ parents }) => parents.includes(start.name));
  const drawn = random.chance(0.6) ? random.some(extensions).map(({ name }) => name) : [];
  const kept = new Set([start.name, ...drawn]);
  const isKept = (name: unknown): boolean => kept.has(String(name));
  const services = random.chance(0.75) ? [random.pick(["rest", "mcp"])] : [];
  const files = new Map(release.files);
  for (const name of ["profile.json", "platform.json"])
    files.set(name, text(reduceProfile(parse(files.get(name)), isKept, services)));
  for (const [name, content] of files)
    if (/openapi|openrpc/.test(name)) files.set(name, text(reduceService(parse(content), random)));
  // Checks and references ask for some members by name.
  const named = new Set(["id"]);
  for (const content of files.values())
    for (const [, name = ""] of content.matchAll(/properties\/([\w-]+)/g)) named.add(name);
  for (const [name, content] of files)
    if (name.startsWith("schemas/") && !/openapi|openrpc/.test(name) && random.chance(0.9))
      files.set(name, text(reduceSchemas(parse(content), (each) => named.has(each), random)));
  const isDescribed = random.chance(0.15);
  const reached = collectReached({ ...release, files }, isDescribed);
  for (const name of [...files.keys()])
    if (name.startsWith("schemas/") && !reached.has(name)) files.delete(name);
  return { ...release, name: `${release.name}: ${[...kept, ...services].join(", ")}`, files };
}

function reduceProfile(
  root: JsonMap,
  isKept: (name: unknown) => boolean,
  transports: readonly string[],
): JsonMap {
  const [name = "", member] = Object.entries(root)[0] ?? [];
  const { capabilities, services, payment_handlers: handlers, ...others } = member as JsonMap;
  const left = Array.isArray(capabilities)
    ? capabilities.filter((each: JsonMap) => isKept(each["name"]))
    : pickMembers(capabilities as JsonMap, isKept);
  const reduced = services === undefined ? {} : { services: mapMembers(services, keepTransports) };
  const isServed = transports.length > 0;
  return {
    [name]: {
      ...others,
      ...(isServed ? reduced : {}),
      capabilities: left,
      ...(handlers === undefined || !isServed ? {} : { payment_handlers: handlers }),
    },
  };

  function keepTransports(service: unknown): unknown {
    if (Array.isArray(service))
      return service.filter((each: JsonMap) => transports.includes(String(each["transport"])));
    const all = ["rest", "mcp", "a2a", "embedded"];
    return pickMembers(service as JsonMap, (key) => !all.includes(key) || transports.includes(key));
  }
}

/** Keeps one or two paths of an OpenAPI document with the components that they use, or as many methods of an OpenRPC document. */
function reduceService(root: JsonMap, random: Random): JsonMap {
  const { paths, methods, webhooks, components, ...others } = root;
  const names = Object.keys((paths ?? {}) as JsonMap);
  const kept = pickRun(names, random);
  const reduced: JsonMap = {
    ...others,
    ...(paths === undefined
      ? {}
      : { paths: pickMembers(paths as JsonMap, (key) => kept.includes(key)) }),
    ...(webhooks === undefined || !random.chance(0.2) ? {} : { webhooks }),
    ...(Array.isArray(methods) ? { methods: pickRun(methods, random) } : {}),
  };
  if (components === undefined) return reduced;
  const used = new Set<string>();
  const waiting: unknown[] = [reduced];
  for (const part of waiting)
    for (const [, kind = "", name = ""] of text(part).matchAll(
      /"#\/components\/(\w+)\/([\w.-]+)/g,
    )) {
      if (used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      waiting.push((components as Record<string, JsonMap>)[kind]?.[name] ?? {});
    }
  const left = Object.entries(components as Record<string, JsonMap>).map(([kind, map]) => [
    kind,
    pickMembers(map, (name) => kind === "securitySchemes" || used.has(`${kind}/${name}`)),
  ]);
  return { ...reduced, components: Object.fromEntries(left) as JsonMap };
}

/** One or two items that follow each other. */
function pickRun<Item>(items: readonly Item[], random: Random): Item[] {
  const first = random.int(Math.max(1, items.length));
  return items.slice(first, first + 1 + random.int(2));
}

/** Leaves most objects with two members, in all schemas of a document, so that it leads to few others. */
function reduceSchemas(
  value: unknown,
  isNamed: (name: string) => boolean,
  random: Random,
): unknown {
  if (Array.isArray(value)) return value.map((item) => reduceSchemas(item, isNamed, random));
  if (typeof value !== "object" || value === null) return value;
  const { properties, required } = value as JsonMap;
  const reduced = mapMembers(value, (each) => reduceSchemas(each, isNamed, random));
  if (typeof properties !== "object" || properties === null) return reduced;
  const names = Object.keys(properties);
  const first = random.int(Math.max(1, names.length - 1));
  const kept = new Set([...names.slice(first, first + 2), ...names.filter(isNamed)]);
  return {
    ...reduced,
    properties: pickMembers(reduced["properties"] as JsonMap, (name) => kept.has(name)),
    ...(Array.isArray(required)
      ? {
          required: required.filter(
            (name) => !names.includes(String(name)) || kept.has(String(name)),
          ),
        }
      : {}),
  };
}

/** The documents that the profile leads to: every URL and every reference in the text counts. */
function collectReached({ prefix, files }: BaseRelease, isDescribed: boolean): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (base: string, content: string): void => {
    for (const [, reference = ""] of content.matchAll(/"(?:\$ref|schema)": *"([^"#]*)/g)) {
      if (!URL.canParse(reference, base)) continue;
      const url = new URL(reference, base).href;
      const file = `${SCHEMAS}/${url.slice(prefix.length + 1)}`;
      const found = url.startsWith(`${prefix}/`) ? files.get(file) : undefined;
      if (found === undefined || reached.has(file)) continue;
      reached.add(file);
      visit(url, found);
    }
  };
  visit(prefix, files.get("profile.json") ?? "");
  for (const file of isDescribed ? files.keys() : [])
    if (/discovery\/profile/.test(file)) {
      reached.add(file);
      visit(`${prefix}${file.slice(SCHEMAS.length)}`, files.get(file) ?? "");
    }
  return reached;
}

function pickMembers(map: JsonMap, isKept: (name: string) => boolean): JsonMap {
  return Object.fromEntries(Object.entries(map).filter(([name]) => isKept(name)));
}

function mapMembers(map: unknown, change: (value: unknown) => unknown): JsonMap {
  return Object.fromEntries(
    Object.entries(map as JsonMap).map(([name, value]) => [name, change(value)]),
  );
}

function parse(content: string | undefined): JsonMap {
  return JSON.parse(content ?? "{}") as JsonMap;
}

function text(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
