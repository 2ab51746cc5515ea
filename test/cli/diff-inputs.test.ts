/** What `proto-gen diff` reads besides its sides: overlays, a profile, and the configuration; and that no report overwrites any of it. */

import { DocumentFetchError, type DocumentFetch } from "@proto-gen/runtime/profile";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { main } from "../../src/cli/main.js";
import { overlayText } from "../support/overlays.js";
import {
  capability,
  CHECKOUT,
  checkoutAndGift,
  checkoutSchema,
  GIFT,
  giftSchema,
  profileOf,
  release,
  runTool,
  SCHEMAS,
  SERVED,
  type ReleaseFiles,
  type RunResult,
} from "../support/release.js";
import { fakeHost } from "./fake-host.js";

const home = process.cwd();
afterEach(() => process.chdir(home));

const INPUT = { profile: "./profile.json", schemas: [`./schemas=${SCHEMAS}`] };
const NOTE = { target: "$.properties", update: { note: { type: "string" } } };
const NO_CONFIG = ["--no-config", "--schemas", `schemas=${SCHEMAS}`];

/** The working directory is that of the project. */
function project(given: ReleaseFiles = {}, config: object = INPUT): string {
  const files = { "proto-gen.config.json": config, "overlay.json": overlayText([NOTE]) };
  const profile = profileOf(checkoutAndGift(), SERVED);
  const schemas = { "checkout.json": checkout(), "gift.json": gift("string") };
  const { directory } = release({
    profile,
    schemas,
    ...given,
    files: { ...files, ...given.files },
  });
  process.chdir(directory);
  return directory;
}

function checkout(): object {
  return { name: CHECKOUT, version: "2026-01-01", ...checkoutSchema() };
}

function gift(type: string): object {
  return { name: GIFT, version: "2026-01-01", ...giftSchema({ gift_note: { type } }) };
}

async function generated(...args: readonly string[]): Promise<void> {
  expect(await runTool(["--quiet", ...args])).toEqual({ code: 0, out: "", err: "" });
}

const diff = (...args: readonly string[]): Promise<RunResult> => runTool(["diff", ...args]);

describe("an overlay that is given to diff", () => {
  const notApplied = "OVERLAY_NOT_NEEDED: overlay.json is not applied: neither side was generated";

  it("is reported if neither side was generated with it", async () => {
    project();
    await generated();
    for (const side of ["generated", "schemas"]) {
      const run = await diff(side, side, "--overlay", "overlay.json");
      expect(run).toMatchObject({ code: 0, err: expect.stringContaining(notApplied) });
    }
  });

  it("is not reported if one side was generated with it, or if the configuration names it", async () => {
    project({}, { ...INPUT, overlays: ["./overlay.json"] });
    await generated();
    await generated(...NO_CONFIG, "--profile", "profile.json", "--out", "plain");
    for (const args of [
      ["plain", "generated", "--overlay", "overlay.json"],
      ["schemas", "plain"],
    ]) {
      const { code, err } = await diff(...args);
      expect({ code, isReported: err.includes("OVERLAY") }).toEqual({ code: 0, isReported: false });
    }
  });

  it("applies to the profile whose capabilities are compared", async () => {
    const update = { [GIFT]: checkoutAndGift()[GIFT] };
    const actions = [{ target: "$.proto.capabilities", update }];
    project({
      profile: profileOf(capability(CHECKOUT), SERVED),
      files: {
        "overlay.json": overlayText(actions, "./profile.json"),
        "later/checkout.json": checkout(),
        "later/gift.json": gift("integer"),
      },
    });
    const args = ["schemas", "later", "--profile", "profile.json"];
    const without = await diff(...args);
    expect({ code: without.code, out: without.out }).toEqual({
      code: 0,
      out: expect.stringContaining("no changes"),
    });
    const { code, out, err } = await diff(...args, "--overlay", "overlay.json");
    expect({ code, out, err }).toEqual({
      code: 1,
      out: expect.stringContaining("gift_note"),
      err: "",
    });

    await generated("--overlay", "overlay.json");
    const made = await diff(
      "generated",
      "later",
      "--profile",
      "profile.json",
      "--overlay",
      "overlay.json",
    );
    expect(made).toMatchObject({ code: 1, out: expect.stringContaining("gift_note") });
  });
});

describe("generated code as a side of diff", () => {
  it("is read with the profile of the configuration", async () => {
    const other = profileOf(capability(CHECKOUT), SERVED);
    const files = { "shop.json": profileOf(checkoutAndGift(), SERVED) };
    project({ profile: other, files }, { ...INPUT, profile: "./shop.json" });
    await generated();
    expect(await diff("generated", "generated")).toMatchObject({ code: 0, err: "" });
  });

  it("asks for its profile where there is none by the usual name", async () => {
    const profile = profileOf(checkoutAndGift(), SERVED);
    const directory = project({ files: { "shop/profile.json": profile } });
    process.chdir(path.join(directory, "schemas"));
    await generated("--profile", "../shop/profile.json");
    const { code, err } = await diff("../generated", "../generated", "--no-config");
    expect(code).toBe(3);
    expect(err).toMatch(
      /^FILE_NOT_FOUND: .* is not profile\.json\n.*\n {2}name the profile with --profile/,
    );
  });

  it("may have endpoints on this machine, which its run accepted", async () => {
    const services = {
      "com.example.shop": [
        { ...SERVED.services["com.example.shop"][0], endpoint: "http://127.0.0.1:8080/card.json" },
      ],
    };
    project({ profile: profileOf(checkoutAndGift(), { services }) });
    await generated("--development");
    expect(await diff("generated", "generated")).toMatchObject({ code: 0, err: "" });
  });

  it("is read from the fetched profile of its release", async () => {
    const business = "https://shop.example.com/.well-known/proto";
    const named = "https://shop.example.com/january.json";
    const supported_versions = { "2026-01-01": named };
    const documents: Readonly<Record<string, object>> = {
      [business]: { proto: { version: "2026-09-01", capabilities: [], supported_versions } },
      [named]: profileOf(checkoutAndGift(), SERVED),
    };
    const fetch: DocumentFetch = async (url) => {
      const found = documents[url];
      if (found === undefined)
        throw new DocumentFetchError("STATUS_UNEXPECTED", { status: 404, detail: "404" });
      const bytes = new TextEncoder().encode(JSON.stringify(found));
      return { status: 200, headers: new Headers(), bytes };
    };
    project({}, { ...INPUT, profile: business, release: "2026-01-01" });
    expect(await runTool(["--fetch", "--quiet"], fetch)).toMatchObject({ code: 0 });
    const run = await diff("generated", "schemas", "--profile", business, "--json");
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(run.out)).toMatchObject({ before: { version: "2026-01-01" } });
  });

  it("reports what is lost in a document of both sides once", async () => {
    const misnamed = {
      $defs: { "com.example.shop.chekout": { type: "object", properties: { a: {} } } },
    };
    project(
      { schemas: { "gift.json": misnamed } },
      { ...INPUT, schemas: [`vendor:./schemas=${SCHEMAS}`] },
    );
    await runTool([]);
    const { code, err } = await diff("generated", "generated");
    expect({ code, lost: err.match(/COMPOSE_ENTRY_LOST/g) }).toEqual({
      code: 0,
      lost: ["COMPOSE_ENTRY_LOST"],
    });
  });
});

describe("a report", () => {
  it.each([
    ["the configuration", "proto-gen.config.json"],
    ["an overlay", "overlay.json"],
    ["the profile", "profile.json"],
    ["the lock", "proto-gen.lock.json"],
    ["accepted changes", "accepted.json"],
  ])("never overwrites %s", async (_what, name) => {
    const config = { ...INPUT, overlays: ["./overlay.json"], diff: { ignore: "./accepted.json" } };
    const lock = { lock: 1, documents: {} };
    project({ files: { "proto-gen.lock.json": lock, "accepted.json": { ignore: [] } } }, config);
    await generated();
    const before = readFileSync(name, "utf8");
    const run = await diff("generated", "generated", "--format", "json", "--out", name);
    expect(run).toMatchObject({
      code: 2,
      err: `USAGE: --out ${name} is a file that the run reads\n  name another file\n`,
    });
    expect(readFileSync(name, "utf8")).toBe(before);
  });

  it("is not written to what was fetched", async () => {
    project();
    await generated();
    const { code, err } = await diff("generated", "generated", "--out", "proto-gen.lock/a.json");
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining("would be a schema of"),
    });
  });
});

describe("a rule that does not exist", () => {
  const config = {
    ...INPUT,
    diff: { levels: { "enum-widend": "safe", "no-such-thing": "off" } },
    lint: { rules: { "one-of-overlp": "off" } },
  };
  const ofDiff = [
    "CONFIG_INVALID: there is no rule enum-widend",
    "  proto-gen.config.json:8:7 (/diff/levels/enum-widend)",
    "  did you mean enum-widened?",
    "CONFIG_INVALID: there is no rule no-such-thing",
    "  proto-gen.config.json:9:7 (/diff/levels/no-such-thing)",
    "  proto-gen explain lists the rules",
    "",
  ].join("\n");
  const ofLint = [
    "CONFIG_INVALID: there is no rule one-of-overlp",
    "  proto-gen.config.json:14:7 (/lint/rules/one-of-overlp)",
    "  did you mean one-of-overlap?",
    "",
  ].join("\n");

  it.each([
    ["diff", ["diff", "schemas", "schemas"], ofDiff],
    ["lint", ["lint"], ofLint],
    ["release", ["release", "2099-01-01"], ofLint],
    ["doctor", ["doctor"], ofLint],
  ])("is found by %s at its place in the configuration", async (_command, args, message) => {
    project({ files: { "schemas/draft/gift.json": gift("string") } }, config);
    expect(await runTool(args)).toMatchObject({ code: 2, err: message });
  });

  it("is found by doctor, too, where diff has it", async () => {
    project({}, { ...config, lint: {} });
    expect(await runTool(["doctor"])).toMatchObject({ code: 2, err: ofDiff });
  });

  it("is an error of the command line if that names it", async () => {
    project();
    const run = await diff("schemas", "schemas", "--level", "enum-widend=safe");
    expect(run).toMatchObject({
      code: 2,
      err: "DIFF_UNKNOWN_RULE: --level enum-widend=safe: enum-widend is not a rule of diff\n  did you mean enum-widened?\n",
    });
  });
});

describe("a finding in a workflow of GitHub Actions", () => {
  it.each([
    ["lint", "github", ["lint", "schemas", "--format", "github"]],
    ["diff", "github", ["diff", "schemas", "later", "--format", "github"]],
    ["lint", "sarif", ["lint", "schemas", "--format", "sarif"]],
    ["diff", "sarif", ["diff", "schemas", "later", "--format", "sarif"]],
  ])("of %s as %s has the name of its file in the repository", async (command, format, args) => {
    const directory = project({
      files: { "later/checkout.json": checkout(), "later/gift.json": gift("integer") },
    });
    const name = command === "lint" ? "schemas" : "later";
    const file = `${path.basename(directory)}/${name}/gift.json`;
    const shown = format === "github" ? `file=${file},` : `"uri": "${file}"`;
    for (const [workspace, isBelow] of [
      [path.dirname(directory), true],
      [path.join(directory, "elsewhere"), false],
    ] as const) {
      const host = fakeHost({ env: { GITHUB_WORKSPACE: workspace } });
      await main(args, host);
      expect(host.out().includes(shown)).toBe(isBelow);
      expect(host.out()).toContain(`${name}/gift.json`);
    }
  });
});
