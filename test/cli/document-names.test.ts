/**
 * What every command does with documents whose names collide, cannot be read, or have characters in them that mean something
 * in a URL.
 */

import { readFileSync, renameSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "../support/published.js";
import {
  capability,
  CHECKOUT,
  checkoutAndGift,
  checkoutSchema,
  giftSchema,
  profileOf,
  release,
  runTool,
  SCHEMAS,
  SERVED,
  type Release,
} from "../support/release.js";

const BUYER = "https://proto.dev/schemas/2026-11-20/shopping/types/buyer.json";

function withForeignId(): Release {
  const unused = { $id: BUYER, type: "object" };
  return release({
    capabilities: checkoutAndGift(),
    schemas: {
      "gift.json": giftSchema({ note: {} }),
      "checkout.json": embedding(unused),
    },
    files: { "payload.json": { id: "1", total: 1 } },
  });
}

function embedding(unused: object): object {
  return checkoutSchema({}, { name: CHECKOUT, version: "2026-01-01", $defs: { unused } });
}

describe("an entry of $defs with the $id of the package's schema", () => {
  const commands: Readonly<Record<string, (given: Release) => readonly string[]>> = {
    generate: ({ args }) => args,
    "generate by $id": ({ args, schemas }) => [
      ...args.slice(0, 2),
      "--schemas",
      schemas,
      ...args.slice(4),
    ],
    list: ({ args }) => ["list", ...args.slice(0, 4)],
    inspect: ({ args }) => ["inspect", "Checkout", ...args.slice(0, 4)],
    validate: ({ args, directory }) => [
      ...["validate", path.join(directory, "payload.json"), "--type", "Checkout"],
      ...args.slice(0, 4),
    ],
    "validate by a schema's file": ({ schemas, directory }) => [
      ...["validate", path.join(directory, "payload.json")],
      ...["--schema", path.join(schemas, "checkout.json")],
    ],
    resolve: ({ schemas }) => ["resolve", path.join(schemas, "checkout.json")],
    lint: ({ schemas }) => ["lint", schemas],
    diff: ({ schemas }) => ["diff", schemas, schemas],
  };

  it.each(Object.entries(commands))("is refused by %s, naming both places", async (name, args) => {
    const { code, out, err } = await runTool(args(withForeignId()));
    expect(code).toBe(name === "lint" ? 1 : /LOAD_ID_OF_OTHER_HOST/.test(err) ? 4 : 3);
    expect(out + err).toMatch(/LOAD_(?:ID_OF_OTHER_HOST|DUPLICATE_ID)/);
    expect(out + err).toMatch(/checkout\.json:\d+:\d+ \(\/\$defs\/unused\/\$id\)/);
    expect(out + err).toContain("schemas/2026-11-20/shopping/types/buyer.json:3");
  });
});

describe("a file that cannot be read, in a directory without a prefix", () => {
  const wrong: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
    [
      "begins with a byte-order mark",
      `\ufeff${JSON.stringify(checkoutSchema())}`,
      /^JSON_ENCODING: .*\n {2}.*checkout\.json:1:1/m,
    ],
    [
      "is no JSON behind its $id",
      `${JSON.stringify(checkoutSchema()).slice(0, -1)},}`,
      /^JSON_SYNTAX: .*\n {2}.*checkout\.json:1/m,
    ],
    [
      "is UTF-16",
      Buffer.from(`\ufeff${JSON.stringify(checkoutSchema())}`, "utf16le"),
      /^JSON_ENCODING: .*\n {2}.*checkout\.json:1:1/m,
    ],
    [
      "ends before its $id",
      '{ "type": ',
      /^LOAD_SCHEMA_UNRESOLVED: [^]*cannot be read \(JSON_SYNTAX: .*checkout\.json:1/m,
    ],
    [
      "is empty",
      "",
      /^LOAD_SCHEMA_UNRESOLVED: [^]*cannot be read \(JSON_SYNTAX: .*checkout\.json:1/m,
    ],
  ];

  it.each(wrong)("is named where it %s", async (_, content, message) => {
    const given = release({ schemas: { "checkout.json": content } });
    const { code, err } = await runTool([
      "list",
      "--profile",
      given.profile,
      "--schemas",
      given.schemas,
    ]);
    expect(code).toBe(3);
    expect(err).toMatch(message);
  });

  it("is nothing to tell where nothing is missing", async () => {
    const given = release({ schemas: { "notes.json": "// no JSON" } });
    const { code, err } = await runTool([
      "list",
      "--profile",
      given.profile,
      "--schemas",
      given.schemas,
    ]);
    expect([code, err]).toEqual([0, ""]);
  });
});

describe("a directory and files with characters of URLs in their names", () => {
  const NAME = "a b#c%20d?e";

  function strange(): {
    readonly at: (name: string) => string;
    readonly sources: readonly string[];
  } {
    const given = release({
      profile: profileOf(checkoutAndGift(), SERVED),
      schemas: {
        "gift.json": giftSchema({ note: { $ref: `${encodeURIComponent(NAME)}.json` } }),
        [`${NAME}.json`]: { type: "string" },
      },
      files: {
        "business.json": readFileSync(path.join(repository, "profile.json")),
        [`${NAME}.json`]: { id: "1", total: 1 },
        [`releases/draft/${NAME}.json`]: {
          $id: `${SCHEMAS}/draft/${encodeURIComponent(NAME)}.json`,
          $defs: { amount: { type: "integer" } },
          type: "object",
        },
      },
    });
    const { directory: outer } = release();
    renameSync(given.directory, path.join(outer, NAME));
    const at = (name: string): string => path.join(outer, NAME, name);
    const sources = ["--profile", at("profile.json"), "--schemas", `${at("schemas")}=${SCHEMAS}`];
    return { at, sources };
  }

  type Place = ReturnType<typeof strange>;
  const commands: Readonly<Record<string, (place: Place) => readonly string[]>> = {
    generate: ({ at, sources }) => [...sources, "--out", at("out")],
    list: ({ sources }) => ["list", ...sources],
    inspect: ({ sources }) => ["inspect", "Checkout", ...sources],
    "inspect, by $id": ({ at }) => [
      "inspect",
      "Checkout",
      "--profile",
      at("profile.json"),
      "--schemas",
      `${at("schemas")}=${SCHEMAS}`,
    ],
    "resolve a type": ({ sources }) => ["resolve", "Checkout", ...sources],
    "resolve a file": ({ at }) => ["resolve", at(`releases/draft/${NAME}.json`)],
    "resolve a part of a file": ({ at }) => [
      "resolve",
      `${at(`releases/draft/${NAME}.json`)}#/$defs/amount`,
    ],
    validate: ({ at, sources }) => [
      "validate",
      at(`${NAME}.json`),
      "--type",
      "Checkout",
      ...sources,
    ],
    "validate by a file": ({ at }) => [
      "validate",
      at(`${NAME}.json`),
      "--schema",
      at(`schemas/checkout.json`),
    ],
    "validate by a part of a file": ({ at }) => [
      "validate",
      at(`${NAME}.json`),
      "--schema",
      `${at(`releases/draft/${NAME}.json`)}#`,
    ],
    lint: ({ at }) => ["lint", at("releases")],
    diff: ({ at }) => ["diff", at("releases"), at("releases")],
    release: ({ at }) => ["release", "2026-12-01", "--schemas", at("releases")],
    init: ({ at }) => ["init", at("project")],
    scaffold: ({ at }) => [
      ...["scaffold", "--into", at("handlers.ts"), "--generated", at("out")],
      ...["--profile", at("business.json")],
    ],
  };

  it.each(Object.entries(commands))("are files like others to %s", async (_, args) => {
    const { code, err } = await runTool(args(strange()));
    expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
  });
});

describe("text that only a parser of URLs takes for one", () => {
  const texts = [
    "https:example.com/schemas/checkout.json",
    "https:///example.com/schemas/checkout.json",
    "https:/example.com/schemas/checkout.json",
    "https:\\\\example.com\\schemas\\checkout.json",
  ];

  it.each(texts)("is no schema of a capability: %s", async (schema) => {
    const given = release({ capabilities: capability(CHECKOUT, { schema }) });
    const { code, err } = await runTool(given.args);
    expect(code).toBe(4);
    expect(err).toMatch(/^AUTHORITY_INVALID_URL: /);
  });

  it.each(texts)("is no endpoint: %s", async (endpoint) => {
    const services = {
      "com.example.shop": [{ version: "2026-01-01", transport: "a2a", endpoint }],
    };
    const given = release({ profile: profileOf(capability(CHECKOUT), { services }) });
    const { code, err } = await runTool(given.args);
    expect(code).toBe(4);
    expect(err).toMatch(/^PROFILE_ENDPOINT_INVALID: /);
  });

  it.each(["$id", "$ref", "$dynamicRef"])("is no %s", async (keyword) => {
    for (const text of texts) {
      const part = { [keyword]: text };
      const given = release({ schemas: { "checkout.json": checkoutSchema({ part }) } });
      const { code, err } = await runTool(given.args);
      expect([code, err.slice(0, 15)]).toEqual([3, "SCHEMA_INVALID:"]);
    }
  });

  it("is no profile", async () => {
    for (const text of texts) {
      const { code, err } = await runTool(["list", "--profile", text, "--fetch"]);
      expect([code, err]).toEqual([2, expect.stringContaining(`USAGE: ${text} is not a URL`)]);
    }
  });
});
