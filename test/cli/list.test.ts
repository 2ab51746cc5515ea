import { describe, expect, it } from "vitest";
import type { ListReport } from "../../src/cli/commands/list/report.js";
import { expectGolden, OWN, publishedCase, VENDOR, type GoldenCase } from "../support/golden.js";
import { published } from "../support/published.js";
import {
  capability,
  CHECKOUT,
  checkoutAndGift,
  diagnosticsIn,
  GIFT,
  giftSchema,
  profileOf,
  release,
  runTool,
  SCHEMAS,
  type Release,
  type ReleaseFiles,
} from "../support/release.js";

const PLATFORM = ["--platform", "test/golden/vendor/platform.json"];

async function list(given: ReleaseFiles, ...options: readonly string[]) {
  return runTool(["list", ...inputOf(release(given)), ...options]);
}

/** A release's options, but for where to write. */
function inputOf({ args }: Release): readonly string[] {
  return args.slice(0, args.indexOf("--out"));
}

async function listed(given: ReleaseFiles, ...options: readonly string[]): Promise<ListReport> {
  const { out } = await list(given, ...options, "--json");
  return JSON.parse(out) as ListReport;
}

async function expectList({ name, input }: GoldenCase, file: string, ...more: readonly string[]) {
  const text = await runTool(["list", ...input, ...more]);
  expect(text.code).toBe(0);
  expectGolden({ name, input }, `${file}.txt`, text.out);
  const json = await runTool(["list", ...input, ...more, "--json"]);
  expect(json.code).toBe(0);
  expect(json.err).toBe(text.err);
  expectGolden({ name, input }, `${file}.json`, json.out);
}

describe("proto-gen list", () => {
  it("prints the repository's profile", () => expectList(OWN, "list"));

  it("prints a profile without fulfillment and with a vendor's extensions", () =>
    expectList(VENDOR, "list"));

  it("prints what a platform leaves, and why the rest is pruned", () =>
    expectList(VENDOR, "list-platform", ...PLATFORM));

  it.skipIf(published === undefined)(
    "prints a published release, whose registries are arrays",
    () => expectList(publishedCase(), "list"),
  );

  it("fits a hundred columns", async () => {
    const { out } = await runTool(["list", ...VENDOR.input, ...PLATFORM]);
    expect(out.split("\n").filter((line) => line.length > 100)).toEqual([]);
  });

  it("tells warnings on stderr, as a generating run does", async () => {
    const { out, err } = await runTool(["list", ...VENDOR.input]);
    expect(err).toMatch(/^warning: NEGOTIATE_PRUNED: com\.example\.gift: requires/);
    expect(out).not.toMatch(/^warning/m);
    const { out: json } = await runTool(["list", ...VENDOR.input, "--json"]);
    expect(diagnosticsIn({ code: 0, out: json, err }).map(({ code }) => code)).toEqual([
      "NEGOTIATE_PRUNED",
    ]);
  });

  it("takes a chosen set", async () => {
    const given = {
      capabilities: checkoutAndGift(),
      schemas: { "gift.json": giftSchema({ gift: { type: "boolean" } }) },
    };
    expect((await listed(given)).active.map(({ name, kind }) => [name, kind])).toEqual([
      [CHECKOUT, "root"],
      [GIFT, "extension"],
    ]);
    const { active } = await listed(given, "--capabilities", CHECKOUT);
    expect(active.map(({ name }) => name)).toEqual([CHECKOUT]);
  });

  it("has no table for what a profile has not", async () => {
    const { out } = await list({});
    expect(out).toBe(
      "Protocol: proto 2026-01-01\n" +
        "\n" +
        "Capabilities: 1 active\n" +
        "| NAME                       VERSION     KIND\n" +
        "| com.example.shop.checkout  2026-01-01  root\n",
    );
  });

  it("says of a service without documents that it has no operations", async () => {
    const endpoint = "https://business.example.com/a2a";
    const services = {
      "com.example.shop": [{ version: "2026-01-01", transport: "a2a", endpoint }],
    };
    const { out } = await list({ profile: profileOf(capability(CHECKOUT), { services }) });
    expect(out).toContain(
      "\nService com.example.shop 2026-01-01\n" +
        "| TRANSPORT  ENDPOINT\n" +
        `| a2a        ${endpoint}\n` +
        "\n" +
        "  No operations: the profile names no document of its own for them.\n",
    );
  });

  it("escapes what would steer a terminal, as text and as JSON", async () => {
    const id = "create_\u001b[2J\u009b2J\u202e\nx";
    const schema = `${SCHEMAS}/rest.json`;
    const given = {
      profile: profileOf(capability(CHECKOUT), {
        services: { "com.example.shop": [{ version: "2026-01-01", transport: "rest", schema }] },
      }),
      schemas: { "rest.json": restDocument(id) },
    };
    const text = await list(given);
    expect(text.code).toBe(0);
    expect(text.out).toContain("| create_\\u{1b}[2J\\u{9b}2J\\u{202e}\\u{a}x  create");
    const json = await list(given, "--json");
    for (const { out, err } of [text, json]) expect(out + err).not.toMatch(/[\u001b\u009b\u202e]/);
    const { services } = JSON.parse(json.out) as ListReport;
    expect(services[0]?.operations[0]?.id).toBe(id);
  });
});

/** OpenAPI with one operation, which answers with a checkout. */
function restDocument(operationId: string): object {
  const content = { "application/json": { schema: { $ref: "checkout.json" } } };
  const responses = { 200: { description: "ok", content } };
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: { "/checkouts": { post: { operationId, responses } } },
  };
}

describe("a list that fails", () => {
  it("has the exit code and the message of a generating run", async () => {
    const { code, out, err } = await list({
      capabilities: capability(GIFT, { extends: CHECKOUT }),
      schemas: { "gift.json": giftSchema({}) },
    });
    expect([code, out]).toEqual([3, ""]);
    expect(err).toMatch(/^COMPOSE_UNKNOWN_PARENT: /);
  });

  it("is JSON where that was asked", async () => {
    const result = await list({ profile: "" }, "--json");
    expect(result.code).toBe(3);
    expect(diagnosticsIn(result)).toMatchObject([{ code: "JSON_SYNTAX" }]);
  });

  it.each<[string, readonly string[], string]>([
    ["asks for the profile", [], "USAGE: --profile FILE is missing\n"],
    [
      "refuses options that only writing has",
      ["--profile", "profile.json", "--out", "x"],
      "USAGE: unknown option '--out'\n",
    ],
    [
      "refuses a second command",
      ["--profile", "profile.json", "inspct"],
      "USAGE: unexpected argument: inspct\n  did you mean inspect?\n",
    ],
  ])("%s", async (_, args, message) => {
    const { code, err } = await runTool(["list", ...args]);
    expect(code).toBe(2);
    expect(err.startsWith(message)).toBe(true);
  });

  it("says that a directory is no profile", async () => {
    const { code, err } = await runTool(["list", "--profile", "src"]);
    expect([code, err.split("\n")[0]]).toEqual([
      2,
      "FILE_NOT_FOUND: src: is a directory, not a file",
    ]);
  });

  it("says where a command's name belongs", async () => {
    const { code, err } = await runTool(["--profile", "profile.json", "list"]);
    expect([code, err]).toEqual([
      2,
      "USAGE: list must come before the options\n  proto-gen list --profile FILE\n",
    ]);
  });
});
