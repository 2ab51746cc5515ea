/** What releases say in prose alone: one table, from which the values in force, the flag, the page and `release.ts` derive. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { SPECIFICATION_FACTS } from "@proto-gen/runtime/codegen/generator";
import { factsInForce, releaseFacts } from "../../src/facts/facts-in-force.js";
import { FACT_NAMES, FACTS } from "../../src/facts/facts.js";
import { parseFacts } from "../../src/facts/parse-fact.js";
import { BEGIN, END, factsTable } from "../support/facts-table.js";
import { repository } from "../support/published.js";
import {
  capability,
  CHECKOUT,
  checkoutSchema,
  diagnosticsIn,
  GIFT,
  giftSchema,
  profileOf,
  release,
  runTool,
  SCHEMAS,
  SERVED,
} from "../support/release.js";

const PAGE = path.join(repository, "docs/releases.md");
const ucp = (version: string) => ({ protocol: "ucp", version });

describe("the table", () => {
  it("has values, rows of these, a section and a reader for each fact", () => {
    for (const name of FACT_NAMES) {
      const { values, rows, section, reader } = FACTS[name];
      for (const value of [SPECIFICATION_FACTS[name], ...rows.map((row) => row.value)])
        expect(Object.keys(values)).toContain(value);
      expect(rows.length).toBeGreaterThan(0);
      expect(section).toMatch(/^§/);
      expect(existsSync(path.join(repository, reader)), reader).toBe(true);
      expect(readFileSync(path.join(repository, reader), "utf8")).toContain(name);
    }
  });

  it("is printed in docs/releases.md", async () => {
    const page = readFileSync(PAGE, "utf8");
    const [before = "", rest = ""] = page.split(BEGIN);
    const printed = `${before}${await factsTable()}${(rest.split(END)[1] ?? "").replace(/^\n/, "")}`;
    if ((process.env["UPDATE_GOLDEN"] ?? "") !== "") writeFileSync(PAGE, printed);
    expect(readFileSync(PAGE, "utf8")).toBe(printed);
  });
});

describe("the facts in force", () => {
  it("are the protocol's own for a release without rows", () => {
    expect(releaseFacts({ protocol: "proto", version: "2026-11-20" })).toEqual(SPECIFICATION_FACTS);
    expect(releaseFacts({ protocol: "other", version: "2026-04-08" })).toEqual(SPECIFICATION_FACTS);
  });

  it.each([
    ["2025-12-31", "keyed", "code"],
    ["2026-01-11", "keyed", "messages"],
    ["2026-01-23", "keyed", "messages"],
    ["2026-02-01", "keyed", "code"],
    ["2026-04-08", "bare", "code"],
    ["2026-08-25", "bare", "code"],
    ["draft", "bare", "code"],
  ])("follow the range of versions: ucp %s", (version, toolResult, errorBody) => {
    expect(releaseFacts(ucp(version))).toMatchObject({ toolResult, errorBody });
  });

  it("are overridden one by one, and say by what", () => {
    const facts = factsInForce(ucp("2026-04-08"), { toolResult: "keyed" });
    expect(facts.find(({ name }) => name === "toolResult")).toEqual({
      ...{ name: "toolResult", value: "keyed", source: "--fact toolResult=keyed" },
    });
    expect(facts.find(({ name }) => name === "emptySearch")?.value).toBe("refused");
  });
});

describe("--fact", () => {
  it("takes names and values of the table, and suggests them", () => {
    expect(parseFacts(["toolResult=bare", "emptySearch=refused", "toolResult=bare"])).toEqual({
      ...{ emptySearch: "refused", toolResult: "bare" },
    });
    expect(() => parseFacts(["toolResults=bare"])).toThrow(/did you mean toolResult/);
    expect(() => parseFacts(["toolResult=wide"])).toThrow(/toolResult=keyed or bare/);
    expect(() => parseFacts(["toolResult"])).toThrow(/toolResult=keyed or bare/);
    expect(() => parseFacts(["toolResult=bare", "toolResult=keyed"])).toThrow(/given twice/);
    expect(() => parseFacts(["__proto__=x"])).toThrow(/no fact/);
  });

  it("is recorded: another value writes the code anew", async () => {
    const given = release({ profile: profileOf(capability(CHECKOUT), SERVED) });
    expect(await runTool(given.args)).toMatchObject({ code: 0 });
    const args = [...given.args, "--fact", "emptySearch=refused"];
    expect((await runTool(args)).err).not.toContain("is up to date");
    expect((await runTool(args)).err).toContain("is up to date");
    const { options } = JSON.parse(readFileSync(path.join(given.out, "manifest.json"), "utf8")) as {
      readonly options: object;
    };
    expect(options).toEqual({ facts: ["emptySearch=refused"] });
  });

  it("is listed, with what it takes the place of", async () => {
    const given = release();
    const args = ["list", ...given.args.slice(0, 4), "--fact", "toolResult=bare", "--json"];
    const { facts } = JSON.parse((await runTool(args)).out) as {
      readonly facts: readonly object[];
    };
    expect(facts).toHaveLength(FACT_NAMES.length);
    expect(facts).toContainEqual({
      ...{ name: "toolResult", value: "bare", source: "--fact toolResult=bare" },
    });
    expect(facts).toContainEqual({ name: "errorBody", value: "code" });
  });

  it("that is wrong ends the run with 2", async () => {
    const run = await runTool([...release().args, "--fact", "toolResult=wide", "--json"]);
    expect(run.code).toBe(2);
    expect(diagnosticsIn(run)[0]).toMatchObject({ code: "USAGE" });
  });
});

describe("--fact of diff and lint", () => {
  const shared = { name: CHECKOUT, version: "2026-01-01", proto_shared_request: true };
  const member = (create: string, update: string): object => ({
    note: { type: "string", proto_request: { create, update } },
  });
  const sideOf = (create: string, update: string): string =>
    release({ schemas: { "checkout.json": checkoutSchema(member(create, update), shared) } })
      .schemas;
  const changes = async (args: readonly string[]): Promise<readonly string[]> => {
    const { out } = await runTool(["diff", ...args, "--json"]);
    const report = JSON.parse(out) as {
      readonly changes: readonly { readonly rule: string; readonly direction?: string }[];
    };
    return report.changes.map(({ rule, direction = "" }) => `${rule} ${direction}`);
  };
  const operation = ["--fact", "sharedRequest=operation"];

  it("decides which views both sides have", async () => {
    const sides = [sideOf("optional", "optional"), sideOf("optional", "required")];
    expect(await changes(sides)).toEqual([]);
    expect(await changes([...sides, ...operation])).toEqual(["visibility-changed request"]);
  });

  it("of a manifest is what was given when it was generated", async () => {
    const given = release({
      profile: profileOf(capability(CHECKOUT), SERVED),
      schemas: { "checkout.json": checkoutSchema(member("optional", "required"), shared) },
    });
    const common = ["--profile", given.profile, "--schemas", `${given.schemas}=${SCHEMAS}`];
    await runTool([...common, "--out", given.out, ...operation]);
    const sides = [path.join(given.out, "manifest.json"), sideOf("optional", "required")];
    expect(await changes([...sides, ...common])).toContain("visibility-changed request");
    expect(await changes([...sides, ...common, ...operation])).not.toContain(
      "visibility-changed request",
    );
  });

  it("decides which views lint composes", async () => {
    const gift = (create: string): object => ({
      ...giftSchema({ note: { type: "string", proto_request: { create, update: "optional" } } }),
      ...{ ...shared, $id: `${SCHEMAS}/gift.json`, name: GIFT },
    });
    const { schemas } = release({
      schemas: {
        "checkout.json": checkoutSchema(member("required", "required"), shared),
        "gift.json": gift("required"),
      },
    });
    const rules = async (more: readonly string[]): Promise<string> =>
      (await runTool(["lint", schemas, ...more, "--json"])).out;
    expect(await rules([])).not.toContain("COMPOSE_WEAKENS_BASE");
    expect(await rules(operation)).toContain("COMPOSE_WEAKENS_BASE");
  });

  it.each(["diff", "lint", "list", "resolve"])("refuses a wrong value: %s", async (command) => {
    const given = release();
    const own: Readonly<Record<string, readonly string[]>> = {
      diff: [given.schemas, given.schemas],
      lint: [given.schemas],
      list: given.args.slice(0, 4),
      resolve: [path.join(given.schemas, "checkout.json")],
    };
    const args = [command, ...(own[command] ?? []), "--fact", "toolResult=wide", "--json"];
    const run = await runTool(args);
    expect(run.code).toBe(2);
    expect(diagnosticsIn(run)[0]).toMatchObject({
      code: "USAGE",
      hint: "--fact toolResult=keyed or bare",
    });
  });
});
