/** A platform's profile names no services (§2.1.1): its client has the operations of its capabilities' release. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { generate } from "../../src/generate.js";
import { interpret } from "../../src/interpret.js";
import { compileErrors, sourcesOf, writeEmitted } from "../support/emitted.js";
import { published, publishedReleases, ownRelease, type Release } from "../support/published.js";
import {
  capability,
  CHECKOUT,
  diagnosticsIn,
  profileOf,
  release,
  runTool,
  snapshot,
} from "../support/release.js";

const CHECKOUT_OPERATIONS = [
  "create_checkout",
  "get_checkout",
  "update_checkout",
  "complete_checkout",
  "cancel_checkout",
];
const CART_OPERATIONS = ["create_cart", "get_cart", "update_cart", "cancel_cart"];
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  repository: ["search_catalog", "lookup_catalog", ...CART_OPERATIONS, ...CHECKOUT_OPERATIONS],
  "2026-01-11": CHECKOUT_OPERATIONS,
  "2026-01-23": CHECKOUT_OPERATIONS,
  "2026-04-08": [
    ...[...CHECKOUT_OPERATIONS, ...CART_OPERATIONS],
    ...["search_catalog", "lookup_catalog", "get_order", "get_product"],
  ],
};

interface ProfileMember {
  version: string;
  services?: object;
  capabilities: Record<string, Entry[]> | (Entry & { name: string })[];
  payment_handlers?: Record<string, Entry[]>;
}
interface Entry {
  config?: object;
}

/** The release's own profile as a platform's: without services and a business's configuration, with a URL for webhooks. */
function platformProfile({ name, profile }: Release): string {
  const root = JSON.parse(readFileSync(profile, "utf8")) as Record<string, ProfileMember>;
  const member = Object.values(root).find((each) => each.version !== undefined) as ProfileMember;
  // The published releases require the member.
  if (name === "repository") delete member.services;
  else member.services = {};
  const { capabilities, payment_handlers: handlers = {} } = member;
  const registries = Array.isArray(capabilities) ? [] : [capabilities, handlers];
  for (const each of registries.flatMap((registry) => Object.values(registry).flat()))
    if (each.config !== undefined) each.config = { environment: "sandbox" };
  const orders = Array.isArray(capabilities)
    ? capabilities.filter((each) => each.name.endsWith(".order"))
    : Object.entries(capabilities).flatMap(([key, own]) => (key.endsWith(".order") ? own : []));
  for (const each of orders) each.config = { webhook_url: "https://agent.example/hooks" };
  const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-platform-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = path.join(directory, "platform.json");
  writeFileSync(file, JSON.stringify(root, undefined, 2));
  return file;
}

describe.each([ownRelease, ...(published === undefined ? [] : publishedReleases)])(
  "a platform's profile for the release $name",
  (given) => {
    it("gives a client with every operation of its capabilities, and no server", async () => {
      const { name, schemas } = given;
      const options = { profile: platformProfile(given), schemas };
      const { model } = await interpret(options);
      const operations = model.services.flatMap((service) => service.operations);
      expect(operations.map(({ id }) => id).sort()).toEqual([...(OPERATIONS[name] ?? [])].sort());
      expect(operations.some(({ rest }) => rest !== undefined)).toBe(true);
      expect(operations.some(({ mcp }) => mcp !== undefined)).toBe(true);
      expect(model.services.flatMap(({ webhooks }) => webhooks)).not.toEqual([]);
      const { files, notices } = await generate(options);
      const paths = files.map((file) => file.path);
      expect(paths).toContain("client.ts");
      expect(paths).toContain("validators.ts");
      expect(paths).not.toContain("server.ts");
      expect(notices.map(({ code }) => code)).not.toContain("PROFILE_NO_CLIENT");
      const directory = writeEmitted(`platform-alone-${name}`, files);
      expect(compileErrors(directory, files, { judged: sourcesOf(files) })).toEqual([]);
    }, 60_000);
  },
);

function writtenPaths({ out }: { readonly out: string }): readonly string[] {
  return [...(snapshot(out)?.keys() ?? [])];
}

describe("a profile without services", () => {
  const get = {
    operationId: "get_checkout",
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    responses: {
      200: {
        description: "The checkout.",
        content: { "application/json": { schema: { $ref: "../checkout.json" } } },
      },
    },
  };
  const api = {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { "/c/{id}": { get } },
  };
  const profile = profileOf(capability(CHECKOUT));

  it("has a client of a service document of any name below its release", async () => {
    const given = release({ profile, schemas: { "calls/shop.json": api } });
    expect(await runTool(given.args)).toMatchObject({ code: 0 });
    expect(writtenPaths(given)).toContain("client.ts");
    expect(writtenPaths(given)).not.toContain("server.ts");
  });

  it("has one of a service document that writes its first member with an escape", async () => {
    const escaped = JSON.stringify(api).replace('"openapi"', '"\\u006fpenapi"');
    const given = release({ profile, schemas: { "calls/shop.json": escaped } });
    expect(await runTool(given.args)).toMatchObject({ code: 0 });
    expect(writtenPaths(given)).toContain("client.ts");
  });

  it("has one from a directory whose documents are found by $id", async () => {
    const absolute = JSON.parse(
      JSON.stringify(api).replace("../checkout.json", "https://example.com/schemas/checkout.json"),
    ) as object;
    const given = release({ profile, schemas: { "calls/shop.json": absolute } });
    const args = ["--profile", given.profile, "--schemas", given.schemas, "--out", given.out];
    expect(await runTool(args)).toMatchObject({ code: 0 });
    expect(writtenPaths(given)).toContain("client.ts");
  });

  it("is told why there is no client, and what to do", async () => {
    const other = { $id: "https://example.com/schemas/other.json", type: "object" };
    const text = JSON.stringify(api).replace("../checkout.json", "../other.json");
    const given = release({ profile, schemas: { "calls/shop.json": text, "other.json": other } });
    const run = await runTool([...given.args, "--json"]);
    expect(run.code).toBe(0);
    expect(diagnosticsIn(run)).toEqual([
      {
        code: "PROFILE_NO_CLIENT",
        severity: "warning",
        message:
          "no client is generated: the profile names no services, and no service document beside the schemas of its capabilities refers to them",
        file: given.profile,
        line: 2,
        column: 12,
        pointer: "/proto",
        hint: expect.stringContaining("--schemas DIR=URL-PREFIX") as string,
      },
    ]);
  });

  it("is not told so where no client was asked for", async () => {
    const given = release({ profile });
    const run = await runTool([...given.args, "--only", "types", "--json"]);
    expect(diagnosticsIn(run)).toEqual([]);
  });

  it("has a client as soon as its release has a service document", async () => {
    const given = release({ profile });
    await runTool(given.args);
    mkdirSync(path.join(given.schemas, "calls"));
    writeFileSync(path.join(given.schemas, "calls/shop.json"), JSON.stringify(api));
    expect((await runTool(given.args)).code).toBe(0);
    expect(writtenPaths(given)).toContain("client.ts");
  });

  it("has nothing to serve: mock and scaffold refuse it", async () => {
    const given = release({ profile, schemas: { "calls/shop.json": api } });
    const input = given.args.slice(0, 4);
    const mock = await runTool(["mock", ...input]);
    expect(mock.err).toContain("MOCK_NO_OPERATION");
    const into = path.join(given.directory, "business.ts");
    const scaffold = await runTool(["scaffold", ...input, "--into", into]);
    expect(scaffold.err).toContain("SCAFFOLD_NO_OPERATION");
  });
});
