/**
 * Every release at hand with its services written otherwise: split, moved, renamed, with more beside them. Operations and
 * verdicts stay, and `diff` says no change, or names what was added.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../../src/json-schema/keywords.js";
import { jsonFiles } from "../support/compose-release.js";
import { describeRelease, expectSameVerdicts, type Described } from "../support/described.js";
import {
  outDirectory,
  published,
  publishedReleases,
  repository,
  type Release,
} from "../support/published.js";
import {
  changesBetween,
  documentsBelow,
  movedFrom,
  prefixOf,
  rewritten,
  type Documents,
} from "../support/rewritten.js";

/** A release of the repository's own, at URLs that the package does not bring itself. */
function ownRelease(date: string): Release {
  const out = path.join(outDirectory, `own-release-${date}`);
  const directory = path.join(out, "schemas");
  const sample = readFileSync(path.join(repository, "profile.json"), "utf8");
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text.replaceAll(`proto.dev/schemas/${date}`, `proto.dev/releases/${date}`));
  };
  const from = path.join(repository, "schemas", date);
  for (const file of jsonFiles(from))
    if (file !== "manifest.json")
      write(path.join(directory, file), readFileSync(path.join(from, file), "utf8"));
  const profile = path.join(out, "profile.json");
  write(profile, sample.replaceAll("2026-11-27", date));
  const prefix = `https://proto.dev/releases/${date}`;
  return { name: date, profile, schemas: [{ directory, prefix, label: date }] };
}

const RELEASES = [
  ...(published === undefined ? [] : publishedReleases),
  ownRelease("2026-11-27"),
  ownRelease("2026-11-23"),
];

/** A release while it is rewritten: its documents by path, and its profile. */
interface Draft {
  readonly release: Release;
  readonly documents: Documents;
  readonly profile: JsonObject;
}

type Bindings = Record<string, Record<string, Json> | Record<string, Json>[]>;

function servicesOf({ profile }: Draft): Bindings {
  const protocol = Object.values(profile).find((each) => isObject(each) && "services" in each);
  return (protocol as unknown as { readonly services: Bindings }).services;
}

/** The bindings of a transport, in both shapes of §2.1. */
function bindingsOf(draft: Draft, transport: string): Record<string, Json>[] {
  return Object.values(servicesOf(draft)).flatMap((service) => {
    if (Array.isArray(service)) return service.filter((each) => each["transport"] === transport);
    const own = service[transport];
    return isObject(own) ? [own as Record<string, Json>] : [];
  });
}

function pathOf({ release }: Draft, url: Json | undefined): string {
  return String(url).slice(prefixOf(release).length + 1);
}

type Transport = "rest" | "mcp";

/** The calls of a document: its methods, or its operations with their paths. */
function callsOf(document: JsonObject, transport: Transport): readonly Call[] {
  if (transport === "mcp")
    return (document["methods"] as readonly JsonObject[]).map((method) => ({
      id: String(method["name"]),
      value: method,
      at: [],
    }));
  return Object.entries(document["paths"] as JsonObject).flatMap(([at, item]) =>
    Object.entries(item as JsonObject).map(([member, value]) => ({
      id: isObject(value) ? String(value["operationId"] ?? "") : "",
      value,
      at: [at, member],
    })),
  );
}

interface Call {
  /** Empty for what a path says of all its operations. */
  readonly id: string;
  readonly value: Json;
  readonly at: readonly string[];
}

function withCalls(calls: readonly Call[], transport: Transport): JsonObject {
  if (transport === "mcp") return { methods: calls.map(({ value }) => value) };
  const paths: Record<string, Record<string, Json>> = {};
  for (const { at, value } of calls) {
    const [path = "", member = ""] = at;
    (paths[path] ??= {})[member] = value;
  }
  const used = Object.entries(paths).filter(([, item]) =>
    Object.values(item).some((each) => isObject(each) && "operationId" in each),
  );
  return { paths: Object.fromEntries(used) };
}

/** Moves every second operation of a transport to another document of its folder, by their names; tells where. */
function split(draft: Draft, transport: Transport): string | undefined {
  const [binding] = bindingsOf(draft, transport);
  const from = pathOf(draft, binding?.["schema"]);
  const document = draft.documents.get(from);
  if (document === undefined) return undefined;
  const to = from.replace(/([^/]+)$/, "more.$1");
  const calls = callsOf(document, transport);
  const ids = [...new Set(calls.map(({ id }) => id))].filter((id) => id !== "").sort();
  const moved = new Set(ids.filter((_, index) => index % 2 === 1));
  const { components, webhooks: _webhooks, ...others } = document;
  draft.documents.set(from, {
    ...document,
    ...withCalls(
      calls.filter(({ id }) => !moved.has(id)),
      transport,
    ),
  });
  const securitySchemes = isObject(components) ? components["securitySchemes"] : undefined;
  const own = calls
    .filter(({ id }) => id === "" || moved.has(id))
    .map((call) => ({ ...call, value: movedFrom(from, call.value) }));
  draft.documents.set(to, {
    ...others,
    ...(securitySchemes === undefined ? {} : { components: { securitySchemes } }),
    ...withCalls(own, transport),
  });
  return to;
}

function rename(draft: Draft, from: string, to: string): void {
  const document = draft.documents.get(from);
  if (document === undefined) return;
  draft.documents.delete(from);
  draft.documents.set(to, document);
}

interface Rewrite {
  readonly what: string;
  /** Whether the release can be written so: false where it has not what is rewritten. */
  rewrite(draft: Draft): boolean;
  /** The operations that `diff` names as added. */
  readonly added?: readonly string[];
}

const REWRITES: readonly Rewrite[] = [
  ...(["rest", "mcp"] as const).map((transport) => ({
    what: `two ${transport} documents of one service`,
    rewrite(draft: Draft): boolean {
      const [service] = Object.values(servicesOf(draft));
      const binding = bindingsOf(draft, transport)[0];
      // A registry that is keyed by transport has one of each.
      if (!Array.isArray(service) || binding === undefined) return false;
      const to = split(draft, transport);
      if (to === undefined) return false;
      service.push({ ...binding, schema: `${prefixOf(draft.release)}/${to}` });
      return true;
    },
  })),
  {
    what: "a second service",
    rewrite(draft) {
      const services = servicesOf(draft);
      const [[name, service] = ["", []]] = Object.entries(services);
      const second: Record<string, Json>[] = [];
      for (const transport of ["rest", "mcp"] as const) {
        const binding = bindingsOf(draft, transport)[0];
        const to = split(draft, transport);
        if (binding !== undefined && to !== undefined)
          second.push({ ...binding, transport, schema: `${prefixOf(draft.release)}/${to}` });
      }
      const { version, spec } = Array.isArray(service) ? (service[0] ?? {}) : service;
      services[`${name.slice(0, name.lastIndexOf("."))}.second`] = Array.isArray(service)
        ? second
        : {
            ...{ version: version!, spec: spec! },
            ...Object.fromEntries(
              second.map(({ transport, ...binding }) => [String(transport), binding]),
            ),
          };
      return true;
    },
  },
  {
    what: "a binding for browsers beside REST",
    added: ["show_cart_page", "show_checkout_page"],
    rewrite(draft) {
      const [service] = Object.values(servicesOf(draft));
      const binding = bindingsOf(draft, "rest")[0];
      if (!Array.isArray(service) || binding === undefined) return false;
      const from = pathOf(draft, binding["schema"]);
      const to = from.replace(/[^/]+$/, "browser.openapi.json");
      const page = (operationId: string): Json => ({
        get: {
          operationId,
          parameters: [{ name: "id", in: "query", schema: { type: "string" } }],
          responses: { "303": { description: "The page." } },
        },
      });
      const { openapi, info } = draft.documents.get(from) as JsonObject;
      draft.documents.set(to, {
        openapi: openapi!,
        info: info!,
        paths: {
          "/pages/checkout": page("show_checkout_page"),
          "/pages/cart": page("show_cart_page"),
        },
      });
      service.push({ ...binding, schema: `${prefixOf(draft.release)}/${to}` });
      return true;
    },
  },
  {
    what: "methods by $ref",
    rewrite(draft) {
      const [binding] = bindingsOf(draft, "mcp");
      const from = pathOf(draft, binding?.["schema"]);
      const document = draft.documents.get(from);
      if (document === undefined) return false;
      const to = from.replace(/[^/]+$/, "methods.json");
      const methods = document["methods"] as readonly JsonObject[];
      const named = methods.map((each) => [String(each["name"]), movedFrom(from, each)] as const);
      draft.documents.set(to, { methods: Object.fromEntries(named) });
      const file = path.basename(to);
      const references = named.map(([name]) => ({ $ref: `${file}#/methods/${name}` }));
      draft.documents.set(from, { ...document, methods: references });
      return true;
    },
  },
  {
    what: "service documents of other names",
    rewrite(draft) {
      for (const transport of ["rest", "mcp"])
        for (const binding of bindingsOf(draft, transport)) {
          const from = pathOf(draft, binding["schema"]);
          const to = from.replace(/[^/]+$/, `renamed.${transport}.json`);
          rename(draft, from, to);
          binding["schema"] = `${prefixOf(draft.release)}/${to}`;
        }
      return true;
    },
  },
];

describe.each(RELEASES)("release $name", (release) => {
  let before: Described;

  beforeAll(async () => {
    before = await describeRelease(release);
  });

  it.each(REWRITES)("says the same with $what", async ({ what, rewrite, added = [] }) => {
    let documents: Documents = new Map();
    let isRewritten = false;
    const after = rewritten(release, what.replaceAll(/\W+/g, "-"), (all, profile) => {
      documents = all;
      isRewritten = rewrite({ release, documents: all, profile });
    });
    if (!isRewritten) return;
    const described = await describeRelease(after);
    const inOrder = ({ rows }: Described): string[] =>
      rows.map((row) => JSON.stringify(row)).sort();
    expect(inOrder(described)).toEqual(inOrder(before));
    expect([...described.payloads.keys()].sort()).toEqual([...before.payloads.keys()].sort());
    await expectSameVerdicts(before, described);
    const changes = await changesBetween(documentsBelow(release), documents);
    expect(changes.sort()).toEqual(added.map((each) => `operation-added ${each}`));
  });

  it("tells of a schema file that is renamed that it has moved, and nothing else", async () => {
    const documents = documentsBelow(release);
    const from = [...documents.keys()].find((at) => /\/types\/postal_address\.json$/.test(at));
    if (from === undefined) throw new Error(`${release.name} has no postal address`);
    const to = from.replace("postal_address", "place_of_delivery");
    rename({ release, documents, profile: {} }, from, to);
    for (const [at, document] of documents)
      documents.set(
        at,
        JSON.parse(
          JSON.stringify(document).replaceAll(
            /postal_address(_resp|_req)?\.json/g,
            "place_of_delivery$1.json",
          ),
        ) as JsonObject,
      );
    const rules = new Set(
      (await changesBetween(documentsBelow(release), documents)).map((each) => each.split(" ")[0]),
    );
    expect([...rules]).toEqual(["definition-moved"]);
  });
});
