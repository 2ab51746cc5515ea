/**
 * Attacks on identity (SECURITY.md: a document speaks for its own host): a document takes another's URL by `$id`, by the
 * `$id` or the anchor of a part, under every spelling of that URL. Each ends in an error, or leaves the victim's document
 * what it is for everyone else.
 */

import { readFileSync } from "node:fs";
import path from "node:path";
import { DocumentFetchError, type DocumentFetch } from "@proto-gen/runtime/profile";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { ProtoGenError } from "../../src/errors.js";
import { load } from "../support/load.js";
import { parseRoot } from "../../src/load/schema-root.js";
import { repository } from "../support/published.js";
import { reproduction, sampled } from "../support/sizes.js";
import { put, temporaryDirectory } from "../write/temporary.js";

const NAME = "IDENTITY";
const VERSION = "2026-11-20";
const WITNESS = "https://witness.example.net/s/witness.json";
const BUYER = "schemas/2026-11-20/shopping/types/buyer.json";

const PRICE: JsonObject = {
  type: "object",
  properties: { amount: { type: "integer" } },
  $defs: { a: { $anchor: "amount", type: "integer" }, b: { $dynamicAnchor: "unit", type: "null" } },
};

/** Whose document is attacked, and where the attacker's stands. */
interface Scene {
  readonly title: string;
  readonly victim: string;
  readonly content: JsonObject;
  /** The victim's root, as `--schemas` takes it; undefined for the package's, and for one that is fetched. */
  readonly root?: string;
  /** The file of the victim's document in its root. */
  readonly file?: string;
  readonly attacker: string;
  /** The attacker's root has no prefix: each document is what its `$id` says. */
  readonly isBare?: boolean;
  readonly areFetched?: boolean;
}

const OTHER_HOST = { attacker: "https://example.com/attacker" };
const SCENES: readonly Scene[] = [
  {
    ...OTHER_HOST,
    title: "a document of the package",
    victim: `https://proto.dev/${BUYER}`,
    content: JSON.parse(readFileSync(path.join(repository, BUYER), "utf8")) as JsonObject,
  },
  {
    ...OTHER_HOST,
    title: "another host's root",
    victim: "https://victim.example.org/s/parts/price.json",
    content: PRICE,
    root: "https://victim.example.org/s",
    file: "parts/price.json",
  },
  {
    ...OTHER_HOST,
    title: "a root beside it at one host",
    victim: "https://example.com/victim/price.json",
    content: PRICE,
    root: "https://example.com/victim",
    file: "price.json",
  },
  {
    ...OTHER_HOST,
    title: "a root whose prefix begins alike",
    victim: "https://example.com/attacker-not/price.json",
    content: PRICE,
    root: "https://example.com/attacker-not",
    file: "price.json",
  },
  {
    ...OTHER_HOST,
    title: "a root below its own",
    victim: "https://example.com/attacker/inner/price.json",
    content: PRICE,
    root: "https://example.com/attacker/inner",
    file: "price.json",
  },
  {
    title: "a root above its own",
    attacker: "https://example.com/victim/attacker",
    victim: "https://example.com/victim/price.json",
    content: PRICE,
    root: "https://example.com/victim",
    file: "price.json",
  },
  {
    ...OTHER_HOST,
    title: "a root with a prefix, from one without",
    victim: "https://example.com/victim/price.json",
    content: PRICE,
    root: "https://example.com/victim",
    file: "price.json",
    isBare: true,
  },
  {
    ...OTHER_HOST,
    title: "a document that another host sends",
    victim: "https://victim.example.org/s/price.json",
    content: PRICE,
    areFetched: true,
  },
];

/** Other ways to write a URL: some are the same URL, some are others, and some are none. */
const SPELLINGS: Readonly<Record<string, (url: URL) => string>> = {
  "as it is": ({ href }) => href,
  "scheme in capitals": ({ href }) => href.replace("https", "HTTPS"),
  "host in capitals": ({ href, host }) => href.replace(host, host.toUpperCase()),
  "default port": ({ href, host }) => href.replace(host, `${host}:443`),
  "empty port": ({ href, host }) => href.replace(host, `${host}:`),
  "another port": ({ href, host }) => href.replace(host, `${host}:8443`),
  "a dot behind the host": ({ href, host }) => href.replace(host, `${host}.`),
  "user information": ({ href, host }) => href.replace(host, `user:pass@${host}`),
  "the host as user": ({ href, host }) => href.replace(host, `${host}@example.com`),
  "an escaped dot in the host": ({ href, host }) => href.replace(host, host.replace(".", "%2e")),
  "an escaped letter in the host": ({ href, host }) => href.replace(host, host.replace("e", "%65")),
  "full-width letters": ({ href, host }) => href.replace(host, host.replace("e", "\uff45")),
  "an ideographic stop": ({ href, host }) => href.replace(host, host.replace(".", "\u3002")),
  "a soft hyphen": ({ href, host }) => href.replace(host, host.replace("e", "e\u00ad")),
  "a Cyrillic letter": ({ href, host }) => href.replace(host, host.replace("e", "\u0435")),
  punycode: ({ href, host }) =>
    href.replace(host, new URL(`https://${host.replace("e", "\u0435")}`).host),
  "an escaped letter": ({ href }) => href.replace(/c([a-z]*\.json)/, "%63$1"),
  "an escaped letter in capitals": ({ href }) => href.replace(/\.json/, "%2Ejson"),
  "an escaped slash": ({ href }) => href.replace(/\/([a-z]+\.json)/, "%2f$1"),
  "an escape of an escape": ({ href }) => href.replace(/\.json/, "%252ejson"),
  "a dot segment": ({ href }) => href.replace(/\/([a-z]+\.json)/, "/./$1"),
  "two dots": ({ href }) => href.replace(/\/([a-z]+\.json)/, "/x/../$1"),
  "escaped dots": ({ href }) => href.replace(/\/([a-z]+\.json)/, "/x/%2e%2e/$1"),
  "dots above the host": ({ href, host }) => href.replace(host, `${host}/../..`),
  "two slashes": ({ href }) => href.replace(/\/([a-z]+\.json)/, "//$1"),
  backslashes: ({ href }) => href.replace("https://", "https:\\\\"),
  "a backslash in the path": ({ href }) => href.replace(/\/([a-z]+\.json)/, "\\$1"),
  "one slash": ({ href }) => href.replace("https://", "https:/"),
  "no slash": ({ href }) => href.replace("https://", "https:"),
  "no scheme": ({ href }) => href.replace("https:", ""),
  "the path alone": ({ pathname }) => pathname,
  http: ({ href }) => href.replace("https", "http"),
  "an empty fragment": ({ href }) => `${href}#`,
  "an empty query": ({ href }) => `${href}?`,
  "a parameter": ({ href }) => `${href};a`,
  "a space before it": ({ href }) => ` ${href}`,
  "a tab in it": ({ href }) => href.replace("https", "ht\ttps"),
  "a line break in it": ({ href }) => href.replace(/\.json/, "\n.json"),
};

const EVIL = { type: "string", title: "evil" };

/** Ways in which a document takes a name: the attacker's files. */
const VEHICLES: Readonly<Record<string, (name: string) => Readonly<Record<string, Json>>>> = {
  "the document": ($id) => ({ "attack.json": { ...EVIL, $id } }),
  "an entry of $defs": ($id) => ({ "attack.json": { $defs: { a: { ...EVIL, $id } } } }),
  "a part of a part": ($id) => ({
    "attack.json": {
      $defs: { a: { $id: new URL("own/", OWN).href, $defs: { b: { ...EVIL, $id } } } },
    },
  }),
  "a name relative to one": ($id) => ({
    "attack.json": {
      $defs: { a: { $id: `${$id}/../x.json`, $defs: { b: { ...EVIL, $id: lastName($id) } } } },
    },
  }),
  "an anchor": ($id) => ({
    "attack.json": { $defs: { a: { $id, $defs: { b: { ...EVIL, $anchor: "amount" } } } } },
  }),
  "a dynamic anchor": ($id) => ({
    "attack.json": { $defs: { a: { $id, $defs: { b: { ...EVIL, $dynamicAnchor: "unit" } } } } },
  }),
  "a schema under an unknown keyword": ($id) => ({
    "attack.json": { "x-any": { ...EVIL, $id }, properties: { a: { $ref: "#/x-any" } } },
  }),
  "a document beside it": ($id) => ({ "attack.json": {}, "other.json": { ...EVIL, $id } }),
  "a document that it refers to": ($id) => ({
    "attack.json": { properties: { a: { $ref: "other.json" } } },
    "other.json": { ...EVIL, $id },
  }),
  "a file at the place of another root's": ($id) => ({
    "attack.json": { properties: { a: { $ref: $id } } },
    "inner/price.json": EVIL,
  }),
  "a reference to the name": ($id) => ({
    "attack.json": { properties: { a: { $ref: $id } }, $defs: { a: { ...EVIL, $id } } },
  }),
};

const OWN = "https://example.com/attacker/";

function lastName(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

interface Attack {
  readonly scene: Scene;
  readonly vehicle: string;
  readonly spelling: string;
  /** The attacker's entry stands first in the profile, and its root on the command line. */
  readonly isFirst: boolean;
}

const ATTACKS: readonly Attack[] = SCENES.flatMap((scene) =>
  Object.keys(VEHICLES).flatMap((vehicle) =>
    Object.keys(SPELLINGS).flatMap((spelling) =>
      [true, false].map((isFirst) => ({ scene, vehicle, spelling, isFirst })),
    ),
  ),
);

function attackFiles({ scene, vehicle, spelling }: Attack): Readonly<Record<string, Json>> {
  const name = SPELLINGS[spelling]?.(new URL(scene.victim)) ?? "";
  return VEHICLES[vehicle]?.(name) ?? {};
}

const WITNESS_FILE = ({ victim }: Scene): Json => ({
  properties: { p: { $ref: victim } },
});

/** What the witness finds at the victim's URL: the victim's document, or an error. */
async function outcome(attack: Attack): Promise<"refused" | "unchanged" | "changed"> {
  const { scene } = attack;
  try {
    const { resolve, documents } = await load(await optionsOf(attack));
    const seen = resolve(WITNESS, WITNESS, scene.victim)?.schema;
    const anchors = scene.content === PRICE ? (["amount", "unit"] as const) : [];
    const own = Object.values((scene.content["$defs"] ?? {}) as JsonObject);
    const isSame =
      JSON.stringify(seen) === JSON.stringify(scene.content) &&
      JSON.stringify(documents.get(scene.victim)?.root) === JSON.stringify(scene.content) &&
      anchors.every((anchor, at) => {
        const found = resolve(WITNESS, WITNESS, `${scene.victim}#${anchor}`)?.schema;
        return JSON.stringify(found) === JSON.stringify(own[at]);
      });
    return isSame ? "unchanged" : "changed";
  } catch (error) {
    if (error instanceof ProtoGenError) return "refused";
    throw error;
  }
}

async function optionsOf(attack: Attack): Promise<Parameters<typeof load>[0]> {
  const { scene, isFirst } = attack;
  const directory = temporaryDirectory();
  const { attacker, root, file, content, isBare = false, areFetched = false } = scene;
  const files = attackFiles(attack);
  put(directory, "profile.json", JSON.stringify(profileOf(scene, isFirst)));
  put(directory, "witness/witness.json", JSON.stringify(WITNESS_FILE(scene)));
  const roots = [`${directory}/witness=https://witness.example.net/s`];
  if (file !== undefined) put(directory, `victim/${file}`, JSON.stringify(content));
  if (root !== undefined) roots.push(`${directory}/victim=${root}`);
  const own = isBare ? withOwnId(files, attacker) : files;
  for (const [name, each] of Object.entries(own))
    put(directory, `attacker/${name}`, JSON.stringify(each));
  const given = isBare ? `${directory}/attacker` : `${directory}/attacker=${attacker}`;
  const all = areFetched ? roots : isFirst ? [given, ...roots] : [...roots, given];
  return {
    profile: path.join(directory, "profile.json"),
    schemas: all.map(parseRoot),
    ...(areFetched ? { remote: { fetchDocument: worldOf(scene, files) } } : {}),
  };
}

/** In a root without a prefix, the profile finds a document by its `$id` alone: the attack is a part of it. */
function withOwnId(
  files: Readonly<Record<string, Json>>,
  attacker: string,
): Readonly<Record<string, Json>> {
  const { "attack.json": first, ...others } = files as Readonly<Record<string, JsonObject>>;
  return {
    ...others,
    "attack.json": { $id: `${attacker}/attack.json`, $defs: { attack: first ?? {} } },
  };
}

function worldOf(
  { victim, content, attacker }: Scene,
  files: Readonly<Record<string, Json>>,
): DocumentFetch {
  const documents = new Map<string, Json>([[victim, content]]);
  for (const [name, each] of Object.entries(files)) documents.set(`${attacker}/${name}`, each);
  return async (url) => {
    const found = documents.get(url);
    // Elsewhere, a redirect leads to what the attacker has.
    if (found === undefined) throw new DocumentFetchError("REDIRECTED", { status: 302 });
    const bytes = new TextEncoder().encode(JSON.stringify(found));
    return { status: 200, headers: new Headers(), bytes };
  };
}

function profileOf({ victim, attacker }: Scene, isFirst: boolean): object {
  const entry = (name: string, schema: string): [string, object] => [
    name,
    [{ version: VERSION, schema }],
  ];
  const host = new URL(victim).host.split(".").reverse().join(".");
  const others = [entry("net.example.witness.one", WITNESS), entry(`${host}.price`, victim)];
  const attack = entry("com.example.attack", `${attacker}/attack.json`);
  const capabilities = Object.fromEntries(isFirst ? [attack, ...others] : [...others, attack]);
  return { proto: { version: VERSION, services: {}, capabilities } };
}

/** A full run takes some of them, too: all take a quarter of an hour (`IDENTITY_RUNS=100000`). */
const SIZES = { quick: 400, full: 1_500 };

describe(`an attack on identity (${reproduction(NAME, SIZES)})`, () => {
  const chosen = sampled(NAME, ATTACKS, SIZES.quick, SIZES.full);

  it.each(SCENES)("never takes the name of $title", async (scene) => {
    const counts = { refused: 0, unchanged: 0, changed: 0 };
    for (const attack of chosen.filter((each) => each.scene === scene)) {
      const result = await outcome(attack);
      counts[result] += 1;
      const { vehicle, spelling, isFirst } = attack;
      expect(result, `${vehicle}, ${spelling}, ${isFirst ? "first" : "last"}`).not.toBe("changed");
    }
    expect(counts.refused).toBeGreaterThan(0);
    expect(counts.unchanged).toBeGreaterThan(0);
  });

  it("would be seen", async () => {
    const [scene] = SCENES.filter(({ isBare }) => isBare === true);
    if (scene === undefined) throw new Error("no scene without a prefix");
    // Nobody has the name: the attacker may take it.
    const { root: _, file: __, ...nobody } = scene;
    const attack = { vehicle: "a document beside it", spelling: "as it is", isFirst: true };
    expect(await outcome({ ...attack, scene: nobody })).toBe("changed");
  });
});
