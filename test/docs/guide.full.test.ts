/** The README and the guide run: their code compiles, and their commands print what they show. */

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { JsonObject } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { main } from "../../src/cli/main.js";
import { generate } from "../../src/generate.js";
import type { Handlers } from "../../generated/server.js";
import { fakeHost } from "../cli/fake-host.js";
import {
  codeBlock,
  codeBlocks,
  expectExcerpts,
  GUIDE,
  inDirectory,
  pageDirectory,
  readPage,
  RUNTIME_README,
  RUNTIME_SHOP,
  shownOutput,
  strictProblems,
} from "../support/documentation.js";
import { CONTEXT } from "../support/checkout-keeper.js";
import { repository } from "../support/published.js";
import { sampleHandlers } from "../support/sample-business.js";
import { runTool } from "../support/release.js";

const INSPECTING = "docs/guide/inspecting.md";
const WRITING_SCHEMAS = "docs/guide/writing-schemas.md";

/** The code of a business that its pages import. */
const SHOP = `
import type { SessionOwner } from "@proto-gen/runtime/commerce";
import type { PlatformProfiles } from "@proto-gen/runtime/profile";
import type { Checkout, CheckoutCreateRequest } from "./generated/index.js";
import type { Handlers } from "./generated/server.js";
type Draft = Omit<Checkout, "proto">;
export declare const profile: object;
export declare const platforms: PlatformProfiles;
export declare const others: Omit<Handlers, OWN>;
export declare const shop: {
  begin(
    request: CheckoutCreateRequest,
    owner: SessionOwner,
    callId: string | undefined,
  ): Promise<Draft | undefined>;
  find(id: string): Promise<{ readonly owner: SessionOwner; readonly checkout: Draft } | undefined>;
};
`;

/** What a whole business needs of it. */
const BUSINESS = `
import type { PaymentProvider } from "@proto-gen/runtime/commerce";
import type { ServeNodeOptions } from "@proto-gen/runtime/node";
import type { BusinessOptions } from "./generated/business.js";
export declare const payments: PaymentProvider<{ readonly token: string }>;
export declare const evaluate: BusinessOptions["checkouts"]["evaluate"];
export declare const evaluateCart: BusinessOptions["carts"]["evaluate"];
export declare const searchCatalog: Handlers["searchCatalog"];
export declare const lookupCatalog: Handlers["lookupCatalog"];
export declare const tls: NonNullable<ServeNodeOptions["tls"]>;
`;

/** The same, as it runs: it has one checkout. */
const RUNNING_SHOP = `
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
export const profile = JSON.parse(PROFILE);
export const platforms = createPlatformProfiles({ name: "proto", fetch });
export const others = new Proxy({}, {
  ownKeys: () => NAMES,
  getOwnPropertyDescriptor: () => ({ value() {}, enumerable: true, configurable: true }),
  get: () => () => undefined,
});
const owner = { profile: "https://agent.example/profile", principal: undefined };
export const shop = {
  find: async (id) => (id === "chk_1" ? { owner, checkout: { id } } : undefined),
};
`;

const SERVER = `
import type { BusinessServer } from "@proto-gen/runtime/server";
export declare const server: BusinessServer;
`;

const AGENT = `
import type { Checkout } from "./generated/index.js";
export declare function complete(checkout: Checkout): string;
export declare function open(url: string | undefined): string;
export declare function repair(checkout: Checkout, messages: readonly object[]): string;
`;

const PLATFORMS = `
import type { PlatformProfiles } from "@proto-gen/runtime/profile";
export declare const platforms: PlatformProfiles;
`;

/** The modules beside the code of a page. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "README.md": { "shop.ts": SHOP.replace("OWN", '"getCheckout"') },
  "docs/guide/first-business.md": {
    "shop.ts": SHOP.replace("OWN", '"createCheckout" | "getCheckout"') + BUSINESS,
  },
  [RUNTIME_README]: { "shop.ts": RUNTIME_SHOP },
  "docs/guide/calling-a-business.md": { "agent.ts": AGENT },
  "docs/guide/deploying.md": { "business.ts": SERVER },
  "docs/guide/limits.md": { "platforms.ts": PLATFORMS },
};

/** Pages whose code has tests of its own, by these tests. */
const TESTS: Readonly<Record<string, readonly string[]>> = {
  "test/docs/background-work.full.test.ts": ["background-work"],
  "test/docs/bundlers.full.test.ts": ["bundlers"],
  "test/docs/express-and-postgres.full.test.ts": ["express-and-postgres"],
  "test/docs/first-extension.full.test.ts": ["first-extension"],
  "test/docs/in-code.test.ts": ["in-code"],
  "test/docs/own-emitter.test.ts": ["own-emitter"],
  "test/docs/storage-engine.test.ts": ["storage-engine"],
  "test/docs/runtime-guide.full.test.ts": [
    ...["carts", "catalog", "checkouts", "discounts", "idempotency", "negotiation", "profiles"],
    ...["signatures", "tokenizer", "webhooks"],
  ],
  "test/extensions/locker.full.test.ts": ["new-delivery-method"],
  "test/runtime/auth/recipe.test.ts": ["authentication"],
  "test/runtime/fulfillment/recipe.test.ts": ["fulfillment"],
  "test/runtime/mandate/recipe.test.ts": ["mandates"],
  "test/runtime/node/recipes.full.test.ts": ["on-node"],
  "test/runtime/order/recipe.full.test.ts": ["orders"],
};
const TESTED = Object.values(TESTS)
  .flat()
  .map((name) => `docs/guide/${name}.md`);
const PAGES = ["README.md", RUNTIME_README, ...GUIDE].filter(
  (page) => !TESTED.includes(page) && typescriptOf(page).length > 0,
);

/** `scaffold`'s handlers are shown in part, and compared with those that it writes. */
function typescriptOf(page: string): readonly string[] {
  return codeBlocks(readPage(page))
    .filter(({ language, code }) => language === "ts" && !code.includes("is not written yet"))
    .map(({ code }) => code);
}

function instance(): JsonObject {
  const file = path.join(repository, "test/data/instances/checkout.json");
  return JSON.parse(readFileSync(file, "utf8")) as JsonObject;
}

describe("the code of the README and the guide", () => {
  it("is on these pages", () => {
    const pages = ["calling-a-business", "configuration", "deploying"]
      .concat(["first-business", "first-platform"])
      .concat(["into-an-existing-app", "limits", "mocks", "overlays"])
      .concat(["validators", "what-is-generated", "writing-schemas"])
      .map((name) => `docs/guide/${name}.md`);
    expect(PAGES).toEqual(["README.md", RUNTIME_README, ...pages]);
  });

  it.each(Object.entries(TESTS))("is tested by %s on its pages", (test, names) => {
    const source = readPage(test);
    for (const name of names) expect(source).toContain(name);
  });

  it.each(PAGES)("compiles under the strictest options: %s", (page) => {
    const { writeCode } = pageDirectory(page.replace(/\W/g, "-"));
    for (const [name, source] of Object.entries(BESIDE[page] ?? {})) writeCode(name, source);
    const files = typescriptOf(page).map((code, index) => writeCode(`block-${index}.ts`, code));
    expect(strictProblems(files)).toEqual([]);
  });
});

describe("the first handler", () => {
  it.each(["README.md", "docs/guide/first-business.md"])(
    "gives a checkout to the platform that began it alone: %s",
    async (page) => {
      const { path: directory, writeCode } = pageDirectory(`owner-${page.replace(/\W/g, "-")}`);
      const own = readFileSync(path.join(repository, "profile.json"), "utf8");
      const names = Object.keys(sampleHandlers({ created: [] }));
      writeCode(
        "shop.js",
        RUNNING_SHOP.replace("PROFILE", JSON.stringify(own)).replace(
          "NAMES",
          JSON.stringify(names),
        ),
      );
      const code = codeBlock(page, "ts", "async getCheckout(");
      writeCode("business.ts", `${code}export { handlers as own };\n`);
      const module = (await import(pathToFileURL(path.join(directory, "business.ts")).href)) as {
        readonly own: Pick<Handlers, "getCheckout">;
      };
      const ask = async (id: string, platform: string) =>
        module.own.getCheckout(
          { id },
          { ...CONTEXT, platform: { ...CONTEXT.platform, profile: platform } },
        );
      expect(await ask("chk_1", "https://agent.example/profile")).toEqual({ id: "chk_1" });
      for (const [id, platform] of [
        ["chk_1", "https://other.example/profile"],
        ["chk_2", "https://agent.example/profile"],
      ] as const)
        await expect(ask(id, platform)).rejects.toMatchObject({ code: "not_found" });
    },
  );
});

describe("the JSON of the README and the guide", () => {
  it.each(["README.md", ...GUIDE])("can be parsed: %s", (page) => {
    for (const { language, code } of codeBlocks(readPage(page)))
      if (language === "json") expect(() => JSON.parse(code) as unknown, code).not.toThrow();
  });

  it("has an extension in the README that lint accepts and that adds its member", async () => {
    const { path: directory, write } = pageDirectory("readme-extension");
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "https://example.com/schemas/gift.json",
      name: "com.example.gift",
      version: "2026-11-23",
      $defs: JSON.parse(codeBlock("README.md", "json", "allOf")) as unknown,
    };
    write("schemas/gift.json", JSON.stringify(schema));
    const { code, out } = await runTool(["lint", path.join(directory, "schemas")]);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("no problems") });
  });
});

describe("the commands of the guide", () => {
  it.each([
    [INSPECTING, "list"],
    [INSPECTING, "inspect"],
    [INSPECTING, "explain"],
    [WRITING_SCHEMAS, "resolve"],
  ])("%s: %s prints the excerpts that are shown", async (page, command) => {
    const { args, output } = shownOutput(page, command);
    const { code, out } = await runTool([...args, ...configured(command)]);
    expect(code).toBe(0);
    expect(output.split(/^\.\.\.\n/m).filter((part) => part !== "").length).toBeGreaterThan(2);
    expectExcerpts(out, output);
  });

  it.each(["lint", "release"])("%s prints all that is shown", async (command) => {
    const { args, output } = shownOutput(WRITING_SCHEMAS, command);
    expect(await runTool(args)).toEqual({ code: 0, out: output, err: "" });
  });

  it("validate prints the issues that are shown", async () => {
    const payload = pageDirectory("validate").write(
      "request.json",
      codeBlock(WRITING_SCHEMAS, "json", "item_camera"),
    );
    const { args, output } = shownOutput(WRITING_SCHEMAS, "validate");
    const named = args.map((each) => each.replace("request.json", payload));
    const { code, out } = await runTool([...named, ...configured("validate")]);
    expect(code).toBe(1);
    expect(out.replaceAll(payload, "request.json")).toBe(output);
  });

  it("diff prints the excerpts that are shown", async () => {
    const { path: directory } = pageDirectory("diff");
    const releases = path.join(directory, "schemas");
    for (const name of ["2026-11-27", "draft"])
      cpSync(path.join(repository, "schemas", name), path.join(releases, name), {
        recursive: true,
      });
    const types = path.join(releases, "draft/shopping/types");
    edit(path.join(types, "line_item.json"), '"minimum": 1', '"minimum": 2');
    edit(
      path.join(types, "fulfillment_method_type.json"),
      '["shipping", "pickup"]',
      '["shipping", "pickup", "locker"]',
    );
    const { args, output } = shownOutput("docs/guide/comparing-releases.md", "diff");
    const { code, out } = await inDirectory(directory, () => runTool(args));
    expect(code).toBe(1);
    expectExcerpts(out, output);
  });

  it("scaffold writes the handlers that are shown", async () => {
    const into = path.join(pageDirectory("scaffold").path, "src/business.ts");
    const profile = path.join(repository, "profile.json");
    const { code } = await runTool(["scaffold", "--into", into, "--profile", profile]);
    expect(code).toBe(0);
    const shown = codeBlock("docs/guide/first-business.md", "ts", "is not written yet");
    expect(readFileSync(into, "utf8")).toContain(shown);
  });

  it("a run with a misspelt parent prints the error that is shown", async () => {
    const { path: directory, write } = pageDirectory("misspelt");
    const profile = write(
      "profile.json",
      readPage("profile.json").replace(
        '"extends": "dev.proto.shopping.checkout"',
        '"extends": "dev.proto.shopping.chekout"',
      ),
    );
    const host = fakeHost({ generate });
    const out = path.join(directory, "generated");
    expect(await main(["--profile", profile, "--out", out], host)).toBe(3);
    const shown = codeBlock(INSPECTING, "text", "COMPOSE_UNKNOWN_PARENT");
    expect(host.err()).toBe(shown.replace("./profile.json", profile));
  });
});

describe("the functions of Writing schemas", () => {
  it("resolve and validate", async () => {
    const schema = path.join(repository, "schemas/2026-11-27/shopping/checkout.json");
    const code = codeBlock(WRITING_SCHEMAS, "ts", "compileValidator(");
    const { write } = pageDirectory("functions");
    const file = write("authors.ts", code.replace("./schemas/checkout.json", schema));
    const { plain, issuesOf } = (await import(pathToFileURL(file).href)) as {
      readonly plain: JsonObject;
      issuesOf(value: unknown): readonly { readonly pointer: string }[];
    };
    expect(plain["required"]).toEqual(["line_items", "currency"]);
    expect(issuesOf({ line_items: [] }).map(({ pointer }) => pointer)).toEqual(["/currency"]);
    expect(issuesOf({ ...instance(), line_items: [], currency: "USD" })).toEqual([]);
  });
});

/** What the configuration of the reader's project says. */
function configured(command: string): readonly string[] {
  return command === "explain" ? [] : ["--profile", "./profile.json"];
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}
