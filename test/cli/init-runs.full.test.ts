/**
 * Projects of `proto-gen init`, as their users run them: type-checked, tested, built, started, and bought from over REST and MCP. Three of
 * them, or with `PROTO_GEN_SUITE=init` (`npm run suite:init`) as many as it takes for each pair of options.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATABASE_URL } from "../support/postgres.js";
import { outDirectory, published, repository } from "../support/published.js";
import { pairwise, type Combination } from "../support/starter/combinations.js";
import { projectDirectory, runProject } from "../support/starter/start-project.js";
import { storeProfile } from "../support/live-store/store.js";

const WHOLE = process.env["PROTO_GEN_SUITE"] === "init";
const INPUTS = path.join(outDirectory, "starter-inputs");
const PUBLISHED = ["2026-01-11", "2026-01-23", "2026-04-08"];

const CHOICES = {
  release: [...PUBLISHED, "2026-11-27"],
  shape: ["whole", "checkout", "catalog", "store"],
  framework: ["node", "express", "fastify", "hono", "workers"],
  store: ["memory", "sqlite", "postgres"],
  minimal: ["no", "yes"],
  vendor: ["no", "yes"],
};

/** The tables of the projects have the usual names, which other tests, and other runs of this one, do not expect to be there. */
const SCHEMA = `starter_runs_${process.pid}`;
const DATABASE = DATABASE_URL && `${DATABASE_URL}?options=-csearch_path%3D${SCHEMA}`;

async function inDatabase(statement: string): Promise<void> {
  if (DATABASE_URL === undefined) return;
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const COMBINATIONS = WHOLE
  ? pairwise(CHOICES, isPossible)
  : [
      {
        ...{ release: "2026-04-08", shape: "whole", framework: "express", store: "sqlite" },
        ...{ minimal: "no", vendor: "yes" },
      },
      {
        ...{ release: "2026-11-27", shape: "whole", framework: "workers", store: "memory" },
        ...{ minimal: "no", vendor: "no" },
      },
      {
        ...{ release: "2026-11-27", shape: "whole", framework: "hono", store: "memory" },
        ...{ minimal: "yes", vendor: "no" },
      },
    ];

function isPossible({
  release = "",
  shape,
  framework,
  store,
  minimal,
  vendor,
}: Combination): boolean {
  if (store === "postgres" && DATABASE_URL === undefined) return false;
  if (framework === "workers" && (store !== "memory" || minimal === "yes")) return false;
  if (minimal === "yes" && store !== "memory") return false;
  // The profile that most live businesses share is of one release, over MCP alone.
  if (shape === "store" && (release !== "2026-04-08" || vendor === "yes")) return false;
  // The first releases have no catalog, and no business is without a checkout.
  if (shape === "catalog" && (["2026-01-11", "2026-01-23"].includes(release) || vendor === "yes"))
    return false;
  return true;
}

describe.skipIf(published === undefined)("a business that init writes", () => {
  beforeAll(async () => {
    mkdirSync(INPUTS, { recursive: true });
    await inDatabase(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
  });
  afterAll(() => inDatabase(`DROP SCHEMA ${SCHEMA} CASCADE`));

  it.each(COMBINATIONS.map((each) => [Object.values(each).join(" "), each] as const))(
    "works: %s",
    async (name, combination) => {
      const { release = "", shape = "", framework = "", store = "", minimal, vendor } = combination;
      const directory = projectDirectory(name.replaceAll(" ", "-"));
      const sells = shape !== "catalog";
      await runProject({
        directory,
        args: [
          ...profileArgs(release, shape, vendor === "yes"),
          ...["--framework", framework, "--store", store],
          ...(minimal === "yes" ? ["--minimal"] : []),
        ],
        env: DATABASE === undefined ? {} : { DATABASE_URL: DATABASE },
        hasTests: minimal === "no",
        isWorker: framework === "workers",
        transports: !sells ? [] : shape === "store" ? ["mcp"] : ["rest", "mcp"],
      });
      expect.assertions(0);
    },
  );
});

const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  checkout: ["checkout"],
  catalog: ["catalog.search", "catalog.lookup"],
};

function profileArgs(release: string, shape: string, withVendor: boolean): readonly string[] {
  const name = release === "2026-11-27" ? "proto" : "ucp";
  const source = path.join(published ?? "", release, "source");
  const schemas =
    name === "proto"
      ? []
      : ["https://ucp.dev", `https://ucp.dev/${release}`].flatMap((url) => [
          ...["--schemas", `${source}=${url}`],
        ]);
  const wanted = CAPABILITIES[shape]?.map((each) => `dev.${name}.shopping.${each}`) ?? [];
  const gift = withVendor ? ["com.example.gift"] : [];
  return [
    ...["--profile", writeProfile({ release, shape, withVendor, name })],
    ...schemas,
    ...(withVendor ? ["--schemas", `${INPUTS}/${release}=https://example.com/schemas`] : []),
    ...(wanted.length === 0 ? [] : ["--capabilities", [...wanted, ...gift].join(",")]),
  ];
}

interface Wanted {
  readonly release: string;
  readonly shape: string;
  readonly withVendor: boolean;
  readonly name: string;
}

/** @returns its file */
function writeProfile({ release, shape, withVendor, name }: Wanted): string {
  const file = path.join(INPUTS, `${release}-${shape}-${withVendor ? "gift" : "plain"}.json`);
  const own =
    name === "proto"
      ? path.join(repository, "profile.json")
      : path.join(published ?? "", release, "profile.json");
  const profile = (
    shape === "store"
      ? storeProfile(release, { withVendors: false })
      : JSON.parse(readFileSync(own, "utf8"))
  ) as Record<string, { capabilities: unknown }>;
  const member = profile[name];
  if (withVendor && member !== undefined) {
    const checkout = writeVendorSchema(release, name);
    const entry = {
      ...{ version: "2026-11-23", spec: "https://example.com/gift", schema: VENDOR_SCHEMA },
      extends: checkout,
    };
    member.capabilities = Array.isArray(member.capabilities)
      ? [...(member.capabilities as object[]), { name: "com.example.gift", ...entry }]
      : { ...(member.capabilities as object), "com.example.gift": [entry] };
  }
  writeFileSync(file, JSON.stringify(profile, null, 2));
  return file;
}

const VENDOR_SCHEMA = "https://example.com/schemas/gift.json";

/** An extension with a member that answers must have, whose values would end a string and a comment. @returns what it extends */
function writeVendorSchema(release: string, name: string): string {
  const checkout = `dev.${name}.shopping.checkout`;
  const base =
    name === "proto"
      ? `https://proto.dev/schemas/${release}/shopping/checkout.json`
      : "https://ucp.dev/schemas/shopping/checkout.json";
  const properties = {
    gift_note: { type: "string", maxLength: 200 },
    gift_wrap: { enum: ["*/ none `${x}` \"'", "paper"] },
  };
  mkdirSync(path.join(INPUTS, release), { recursive: true });
  writeFileSync(
    path.join(INPUTS, release, "gift.json"),
    JSON.stringify({
      ...{ $schema: "https://json-schema.org/draft/2020-12/schema", $id: VENDOR_SCHEMA },
      ...{ name: "com.example.gift", version: "2026-11-23", title: "Gift" },
      $defs: {
        [checkout]: {
          title: "Checkout with a gift",
          allOf: [{ $ref: base }, { type: "object", required: ["gift_wrap"], properties }],
        },
      },
    }),
  );
  return checkout;
}
