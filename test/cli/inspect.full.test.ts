import { describe, expect, it } from "vitest";
import { inspectReport } from "../../src/cli/commands/inspect/report.js";
import { inspectText } from "../../src/cli/commands/inspect/text.js";
import type { InspectReport } from "../../src/cli/commands/inspect/report-types.js";
import { exportsOf, moduleAt } from "../../src/model/type-namer.js";
import { interpret } from "../../src/interpret.js";
import { parseRoot } from "../../src/load/schema-root.js";
import { capabilityModule } from "../../src/model/module-path.js";
import { DEFAULT_OUTCOME } from "../../src/model/services/default-outcome.js";
import { expectGolden, OWN, publishedCase, VENDOR, type GoldenCase } from "../support/golden.js";
import { published } from "../support/published.js";
import {
  checkoutSchema,
  diagnosticsIn,
  release,
  runTool,
  type ReleaseFiles,
} from "../support/release.js";

async function expectType({ name, input }: GoldenCase, type: string) {
  const file = `inspect-${type}`;
  const text = await runTool(["inspect", type, ...input]);
  expect(text.code).toBe(0);
  expectGolden({ name, input }, `${file}.txt`, text.out);
  const json = await runTool(["inspect", type, ...input, "--json"]);
  expect(json.code).toBe(0);
  expectGolden({ name, input }, `${file}.json`, json.out);
}

async function inspect(type: string, given: ReleaseFiles, ...options: readonly string[]) {
  const { args } = release(given);
  return runTool(["inspect", type, ...args.slice(0, args.indexOf("--out")), ...options]);
}

async function inspected(type: string, input: readonly string[]): Promise<InspectReport> {
  const { out, err } = await runTool(["inspect", type, ...input, "--json"]);
  expect(out, err).not.toBe("");
  return JSON.parse(out) as InspectReport;
}

function sourcesOf({ input: [, profile = "", , root] }: GoldenCase) {
  return { profile, schemas: root === undefined ? [] : [parseRoot(root)] };
}

describe("proto-gen inspect", () => {
  it.each([
    ["the negotiated surface", "Checkout"],
    ["a root without its extensions", "dev.proto.shopping.checkout.Checkout"],
    ["a root with one extension", "dev.proto.shopping.fulfillment.Checkout"],
    ["a request", "CheckoutCompleteRequest"],
    ["a shared type", "LineItem"],
    ["a shape of a container", "dev.proto.shopping.catalog.search.SearchResponse"],
    ["a union without a tag", "FulfillmentDestination"],
    ["a value", "Version"],
  ])("prints %s of the repository's profile", (_, type) => expectType(OWN, type));

  it.each([
    ["what two extensions say of one member", "Checkout"],
    ["a vendor's checkout", "com.example.loyalty.Checkout"],
    ["an object with views", "com.example.loyalty.Loyalty"],
    ["an enum", "com.example.loyalty.Tier"],
    ["a union with a tag", "com.example.loyalty.Reward"],
    ["a map", "com.example.loyalty.Labels"],
  ])("prints %s of a profile with a vendor's extensions", (_, type) => expectType(VENDOR, type));

  it.skipIf(published === undefined).each([
    ["the negotiated surface", "Checkout"],
    ["a root", "dev.ucp.shopping.order.Order"],
    ["one request for all operations", "FulfillmentRequest"],
    ["a union", "Message"],
  ])("prints %s of a published release", (_, type) => expectType(publishedCase(), type));

  it("names the capability, file and line of a member that another capability put deeper", async () => {
    const { members } = await inspected("Checkout", OWN.input);
    expect(members.find(({ path }) => path === "buyer.consent")).toMatchObject({
      required: false,
      type: "Consent",
      declared: [
        {
          capability: "dev.proto.shopping.buyer_consent",
          file: "schemas/2026-11-27/shopping/buyer_consent.json",
        },
      ],
    });
    const { members: vendor } = await inspected("Checkout", VENDOR.input);
    const points = vendor.find(({ path }) => path === "line_items.*.points");
    expect(points?.declared).toMatchObject([{ capability: "com.example.loyalty" }]);
  });

  it("says who requires a member that another capability introduced", async () => {
    const { members } = await inspected("Checkout", VENDOR.input);
    expect(members.find(({ path }) => path === "buyer")).toMatchObject({
      required: true,
      requiredBy: { capability: "com.example.loyalty" },
      declared: [{ capability: "dev.proto.shopping.checkout" }],
    });
    expect(members.find(({ path }) => path === "id")).not.toHaveProperty("requiredBy");
  });

  it("finds the types of a payment handler by its name", async () => {
    const { module, members } = await inspected("dev.proto.tokenization.BusinessConfig", OWN.input);
    expect(module).toBe("payment-handlers/dev/proto/tokenization.ts");
    expect(members).not.toEqual([]);
  });

  it("knows only the extensions that a platform has too", async () => {
    const platform = ["--platform", "test/golden/vendor/platform.json"];
    const { members, capabilities } = await inspected("Checkout", [...VENDOR.input, ...platform]);
    expect(capabilities.map(({ name }) => name)).toEqual(["dev.proto.shopping.checkout"]);
    const paths = members.map(({ path }) => path);
    expect(paths).toContain("line_items");
    expect(paths).not.toContain("loyalty");
    expect(paths).not.toContain("discounts");
  });

  it.each<[string, () => GoldenCase]>([
    ["the repository's profile", () => OWN],
    ["a profile with a vendor's extensions", () => VENDOR],
    ...(published === undefined
      ? []
      : [["a published release", publishedCase] as [string, () => GoldenCase]]),
  ])("knows every type of %s, and where each member is declared", async (_, given) => {
    const { profile, schemas } = sourcesOf(given());
    const input = await interpret({ profile, schemas });
    const wanted = [
      ...[...exportsOf(moduleAt(input.model, "index")).keys()],
      ...input.agreement.capabilities.flatMap(({ name }) =>
        [...exportsOf(moduleAt(input.model, capabilityModule(name))).keys()].map(
          (type) => `${name}.${type}`,
        ),
      ),
    ];
    expect(wanted.length).toBeGreaterThan(60);
    for (const name of wanted) {
      const report = inspectReport(input, name);
      expect(inspectText(report).join("\n")).not.toMatch(/undefined|[ \t]$/m);
      // What no document of a release says is the tool's own: it has neither.
      if (report.members.some(({ declared: [first] }) => first.file === DEFAULT_OUTCOME)) continue;
      expect(report.views, name).not.toEqual([]);
      const places = report.members.flatMap(({ declared }) => declared);
      expect(
        places.filter(({ line }) => line === undefined),
        name,
      ).toEqual([]);
    }
  });

  it("fits a hundred columns", async () => {
    for (const { input } of [OWN, VENDOR]) {
      const { out } = await runTool(["inspect", "Checkout", ...input]);
      expect(out.split("\n").filter((line) => line.length > 100)).toEqual([]);
    }
  });

  it("escapes what would steer a terminal, as text and as JSON", async () => {
    const evil = { "a\u001b[2J\u009b2J\u202e\nb\u2028c": { type: "string" } };
    const literal = { kind: { enum: ["\u001b]0;x\u0007", "\u009b"] } };
    const given = { schemas: { "checkout.json": checkoutSchema({ ...evil, ...literal }) } };
    const text = await inspect("Checkout", given);
    expect(text.code).toBe(0);
    expect(text.out).not.toMatch(/[\u001b\u0007\u009b\u202e\u2028]/);
    expect(text.out).toContain(
      "| a\\u{1b}[2J\\u{9b}2J\\u{202e}\\u{a}b\\u{2028}c  optional  string",
    );
    const json = await inspect("Checkout", given, "--json");
    expect(json.out).not.toMatch(/[\u001b\u0007\u009b\u202e]/);
    const { members } = JSON.parse(json.out) as InspectReport;
    expect(members.map(({ path }) => path)).toContain(Object.keys(evil)[0]);
  });

  it("takes names that are JavaScript's own", async () => {
    const own = JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"type": "string"}}');
    const given = { schemas: { "checkout.json": checkoutSchema(own as object) } };
    const { out } = await inspect("Checkout", given);
    expect(out).toMatch(/^\| constructor +optional +string +checkout +checkout\.json:\d+$/m);
    expect(out).toMatch(/^\| __proto__ +optional +string +checkout +checkout\.json:\d+$/m);
  });
});

describe("a type that is not there", () => {
  it.each<[string, string, RegExp]>([
    [
      "a type misspelt",
      "Chekout",
      /^USAGE_UNKNOWN_TYPE: index\.ts .* Chekout\n {2}did you mean Checkout\?\n$/,
    ],
    [
      "a capability's type misspelt",
      "dev.proto.shopping.checkout.Chekout",
      /^USAGE_UNKNOWN_TYPE: .*\n {2}did you mean dev\.proto\.shopping\.checkout\.Checkout\?\n$/,
    ],
    [
      "a capability misspelt",
      "dev.proto.shopping.chekout.Checkout",
      /^USAGE_UNKNOWN_CAPABILITY: .*\n {2}did you mean dev\.proto\.shopping\.checkout\.Checkout\?\n$/,
    ],
    [
      "the end of a capability",
      "fulfillment.Checkout",
      /did you mean dev\.proto\.shopping\.fulfillment\.Checkout\?\n$/,
    ],
    ["a type like no other", "Zeppelin", /\n {2}it exports Adjustment, .* more\n$/],
    [
      "a capability like no other",
      "org.zeppelin.mast.Checkout",
      /\n {2}one of dev\.proto\.shopping\.ap2/,
    ],
    ["no name", "", /^USAGE_UNKNOWN_TYPE: index\.ts exports no type ""\n/],
  ])("%s", async (_, type, message) => {
    const { code, out, err } = await runTool(["inspect", type, ...OWN.input]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(message);
  });

  it("is one of a capability that was pruned, with the reason", async () => {
    const { code, err } = await runTool(["inspect", "com.example.gift.Checkout", ...VENDOR.input]);
    expect(code).toBe(2);
    expect(err).toContain("com.example.gift is not active: requires, requires dev.proto");
    expect(err).toContain("proto-gen list shows what is active");
  });

  it("is told as JSON where that was asked", async () => {
    const result = await runTool(["inspect", "Chekout", ...OWN.input, "--json"]);
    expect(diagnosticsIn(result)).toMatchObject([
      { code: "USAGE_UNKNOWN_TYPE", hint: "did you mean Checkout?" },
    ]);
  });
});

describe("a command line without", () => {
  it.each<[string, readonly string[], string]>([
    ["a type", ["--profile", "profile.json"], "USAGE: missing required argument 'type'\n"],
    ["a profile", ["Checkout"], "USAGE: --profile FILE is missing\n"],
  ])("%s", async (_, args, message) => {
    const { code, err } = await runTool(["inspect", ...args]);
    expect(code).toBe(2);
    expect(err.startsWith(message)).toBe(true);
  });
});
