/** The page of releases agrees with the releases: its table, its code, its command, and what it says of mandates. */

import { describe, expect, it } from "vitest";
import { interpret } from "../../src/interpret.js";
import { viewText } from "../../src/compose/view.js";
import { satisfies } from "../../src/model/instance/satisfies.js";
import type { Model } from "../../src/model/model.js";
import { wholeNode } from "../../src/model/node.js";
import { repeatedIdentifiersOf, type Operation } from "../../src/model/services/operation.js";
import { modelRelease } from "../support/compose-release.js";
import {
  codeBlocks,
  inDirectory,
  pageDirectory,
  readPage,
  shownOutput,
  strictProblems,
} from "../support/documentation.js";
import {
  ownRelease,
  published,
  publishedRelease,
  publishedReleases,
} from "../support/published.js";
import { runTool } from "../support/release.js";

const PAGE = "docs/releases.md";

/** What both sides of a call have agreed on, and the reader's server. */
const BESIDE = {
  "agreed.ts": `
export declare function signatureOf(method: string, url: string, body: Uint8Array | undefined): Promise<string>;
export declare function isSignedBy(profile: string, signature: string, body: Uint8Array): Promise<boolean>;
export declare function detachedJwt(body: Uint8Array): Promise<string>;
`,
  "business.ts": `
import type { BusinessServer } from "@proto-gen/runtime/server";
export declare const server: BusinessServer;
`,
};

/** Headers that every release requires. */
const ALWAYS = new Set(["Idempotency-Key", "Request-Id"]);

/** The table's rows, as a release says them. */
const ROWS: Readonly<Record<string, (model: Model) => string>> = {
  operations: (model) => String(operationsOf(model).length),
  "errors may be `unrecoverable`": ({ releaseValues }) =>
    releaseValues.severities.includes("unrecoverable") ? "yes" : "no",
  "discounts among totals": ({ releaseValues }) => releaseValues.discounts,
  "`cart_id` in requests to create a checkout": ({ releaseValues }) =>
    releaseValues.cartId === "accepted" ? "yes" : "no",
  "requests that repeat the `id` of their path": (model) =>
    namesOf(operationsOf(model).filter((each) => repeatedIdentifiersOf(each).length > 0)),
  "tools with `meta`": (model) => {
    const tools = operationsOf(model).flatMap(({ mcp }) => mcp ?? []);
    const withMeta = tools.filter((tool) => tool.arguments.some(({ name }) => name === "meta"));
    return withMeta.length === 0 ? "none" : withMeta.length === tools.length ? "all" : "some";
  },
  "tools whose arguments are members of the request": (model) =>
    namesOf(operationsOf(model).filter(({ mcp }) => (mcp?.members.length ?? 0) > 0)),
  "capabilities in the profile": ({ profile }) =>
    profile.registry.shape === "array" ? "array" : "object",
  "headers that a call requires beside the key and request id": (model) => {
    const parameters = operationsOf(model).flatMap(({ rest }) => rest?.parameters ?? []);
    const names = parameters.filter((each) => each.in === "header" && each.required);
    const others = new Set(names.map(({ name }) => name).filter((name) => !ALWAYS.has(name)));
    return quoted([...others]);
  },
  "id and time of an order event": ({ releaseValues }) => releaseValues.events?.identity ?? "",
  "headers that a webhook requires and you give": ({ releaseValues }) =>
    quoted(releaseValues.events?.requiredHeaders ?? []),
  "status of a line of which nothing is left": ({ releaseValues }) =>
    releaseValues.orderLines?.emptyStatus ?? "",
  "quantities of adjustments": ({ releaseValues }) =>
    releaseValues.orderLines?.adjustedQuantities ?? "",
};

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ") || "none";
}

function operationsOf({ services }: Model): readonly Operation[] {
  return services.flatMap(({ operations }) => operations);
}

function namesOf(operations: readonly Operation[]): string {
  return quoted(operations.map(({ id }) => id));
}

/** The cells of each row of the first table below the heading, by the first one. */
function tableBelow(heading: string): ReadonlyMap<string, readonly string[]> {
  const [, section = ""] = readPage(PAGE).split(`\n## ${heading}\n`);
  const lines = section.split("\n").filter((line) => line.startsWith("|"));
  const rows = lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return new Map(rows.map(([name = "", ...cells]) => [name, cells]));
}

describe("the page of releases", () => {
  it("has code that compiles", () => {
    const { write, writeCode } = pageDirectory("releases");
    for (const [name, source] of Object.entries(BESIDE)) write(name, source);
    const blocks = codeBlocks(readPage(PAGE)).filter(({ language }) => language === "ts");
    expect(blocks).toHaveLength(4);
    const files = blocks.map(({ code }, index) => writeCode(`block-${index}.ts`, code));
    expect(strictProblems(files)).toEqual([]);
  });
});

describe.skipIf(published === undefined)("the page of releases, beside the published ones", () => {
  it("has a table of what each release has", async () => {
    const releases = [...publishedReleases, ownRelease];
    const models = await Promise.all(releases.map((release) => modelRelease(release)));
    const table = tableBelow("What is followed");
    expect(table.get("what")).toEqual([
      ...publishedReleases.map(({ name }) => name),
      models.at(-1)?.agreement.version,
    ]);
    for (const [row, valueOf] of Object.entries(ROWS))
      expect(table.get(row), row).toEqual(models.map(valueOf));
  });

  it("counts the changes that diff finds", async () => {
    const { args, output } = shownOutput(PAGE, "diff");
    const { code, out } = await inDirectory(published ?? "", () => runTool(args));
    expect(code).toBe(1);
    expect(out.endsWith(output)).toBe(true);
    const next = args.map((arg) => arg.replace("2026-01-23", "2026-04-08"));
    const later = next.map((arg) => arg.replace("2026-01-11", "2026-01-23"));
    const [, count] = /(\d+) breaking changes/.exec(readPage(PAGE)) ?? [];
    expect((await inDirectory(published ?? "", () => runTool(later))).out).toContain(
      `\n${count} breaking, `,
    );
  });

  it("says how the first release gets its mandates", async () => {
    const { profile, schemas } = publishedRelease("2026-01-11");
    const { model } = await interpret({ profile, schemas });
    const checkout = model.subsetChecks.find(({ root }) => root === "dev.ucp.shopping.checkout");
    const views = checkout?.views.filter(({ contributions }) =>
      contributions.some(({ capability }) => capability === "dev.ucp.shopping.ap2_mandate"),
    );
    expect(views?.map(({ view }) => viewText(view))).toEqual(["response"]);
    const complete = operationsOf(model).find(({ id }) => id === "complete_checkout");
    const card = { id: "i", handler_id: "h", type: "card", brand: "visa", last_digits: "4242" };
    const paid = { payment_data: card, ap2: { checkout_mandate: "mandate" } };
    expect(complete?.request && satisfies(wholeNode(complete.request), paid)).toBe(true);
    expect(complete?.mcp?.arguments.map(({ name }) => name)).not.toContain("ap2");
  });
});
