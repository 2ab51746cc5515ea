/**
 * The code of both READMEs and of the pages about the runtime that uses generated code compiles against the code of every release.
 * The pages write `proto` for the protocol's name; it is replaced by the release's. What a release cannot have is in a list.
 */

import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  codeBlocks,
  pageDirectory,
  readPage,
  RUNTIME_README,
  RUNTIME_SHOP,
  strictProblems,
  type PageDirectory,
} from "../support/documentation.js";
import { published, publishedReleases } from "../support/published.js";
import { runTool } from "../support/release.js";

const PAGES = [
  "README.md",
  RUNTIME_README,
  ...[
    "authentication",
    "calling-a-business",
    "carts",
    "catalog",
    "checkouts",
    "discounts",
    "fulfillment",
    "mandates",
    "negotiation",
    "orders",
    "webhooks",
  ].map((name) => `docs/guide/${name}.md`),
];

/** The published releases' name for the protocol. */
const NAME = "ucp";

/** What code imports from modules of the reader's own, by the name of its snippet. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  handlers: {
    "shop.ts": `
import type { SessionOwner } from "@proto-gen/runtime/commerce";
import type { PlatformProfiles } from "@proto-gen/runtime/profile";
import type { WithoutMembers } from "@proto-gen/runtime/codegen/v1";
import type { Checkout } from "./generated/index.js";
import type { Handlers } from "./generated/server.js";
export declare const profile: object;
export declare const platforms: PlatformProfiles;
export declare const others: Omit<Handlers, "getCheckout">;
interface Found { readonly owner: SessionOwner; readonly checkout: WithoutMembers<Checkout, "proto"> }
export declare const shop: { find(id: string): Promise<Found | undefined> };
`,
  },
  business: {
    "shop.ts": RUNTIME_SHOP,
  },
  authentication: {
    "callers.ts": `
export declare function ownerOfKey(hash: string): Promise<{ readonly id: string } | undefined>;
`,
  },
  checkoutHandlers: {
    "shop.ts": `
import type { Checkout, CheckoutCreateRequest } from "./generated/index.js";
export declare const trusted: ReadonlySet<string>;
export declare function linesOf(asked: CheckoutCreateRequest["line_items"]): Checkout["line_items"];
export declare function totalsFor(lines: Checkout["line_items"]): Checkout["totals"];
export declare const provider: import("@proto-gen/runtime/commerce").PaymentProvider;
`,
  },
  carts: {
    "shop.ts": `
import type { Storage } from "@proto-gen/runtime/storage";
import type { Cart } from "./generated/index.js";
export declare const store: Storage;
export declare function linesOf(asked: readonly object[]): Cart["line_items"];
export declare function totalsFor(lines: Cart["line_items"]): Cart["totals"];
`,
  },
  lookupCatalog: {
    "shop.ts": `
import type { SearchResponse } from "./generated/index.js";
export interface Row { readonly id: string; readonly variants: readonly [string] }
export declare const database: {
  search(words: string, page: { limit: number; after: string | undefined }): Promise<readonly Row[]>;
  byIds(ids: readonly string[]): Promise<readonly Row[]>;
};
export declare function productOf(
  row: Row,
  variantIds?: readonly string[],
): SearchResponse["products"][number];
`,
  },
  goOn: {
    "agent.ts": `
import type { Checkout } from "./generated/index.js";
export declare function complete(checkout: Checkout): string;
export declare function open(url: string | undefined): string;
export declare function repair(checkout: Checkout, messages: readonly object[]): string;
`,
  },
  delivery: {
    "shop.ts": `
export declare function isPhysical(item: object): boolean;
export declare const stores: readonly { readonly id: string; readonly name: string }[];
export declare function carriers(
  type: string,
  destination: object | undefined,
  lines: readonly string[],
): Promise<readonly { readonly title: string; readonly cents: number }[]>;
`,
  },
  webhook: {
    "platforms.ts": `
import type { PlatformProfiles } from "@proto-gen/runtime/profile";
export declare const platforms: PlatformProfiles;
`,
  },
  isOffered: {
    "shop.ts": `
import type { SigningKeyPair } from "@proto-gen/runtime/signature";
import type { PlatformProfiles } from "@proto-gen/runtime/profile";
export declare const answered: Map<string, object>;
export declare const keys: {
  readonly private: SigningKeyPair["privateKey"];
  readonly public: SigningKeyPair["publicKey"];
};
export declare const platforms: PlatformProfiles;
`,
  },
};

interface Departure {
  readonly why: string;
  /** What the compiler says of the code as it is. */
  readonly problem: string;
  /** Texts of the code, each with what a user of the release writes in its place; none where nothing replaces it. */
  readonly instead?: readonly (readonly [string, string])[];
}

const NO_CART: Departure = {
  why: "The release has no carts.",
  problem: "Property 'getCart' does not exist",
  instead: [['getCart({ id: "cart_1" })', 'getCheckout({ id: "checkout_1" })']],
};

const NO_CATALOG: Departure = {
  why: "The release has no catalog.",
  problem: "does not satisfy the constraint 'SearchHandlers'",
};

/** Code that does not hold for a release, by release and snippet. */
const DEPARTURES: Readonly<Record<string, Readonly<Record<string, Departure>>>> = {
  "2026-01-11": {
    begin: {
      why: "A request to create a checkout requires `payment`.",
      problem: "Property 'payment' is missing",
      instead: [['currency: "USD"', 'currency: "USD", payment: {}']],
    },
    shop: NO_CART,
    lookupCatalog: NO_CATALOG,
  },
  "2026-01-23": {
    shop: NO_CART,
    lookupCatalog: NO_CATALOG,
  },
};

interface Snippet {
  readonly page: string;
  readonly name: string;
  readonly code: string;
}

const SNIPPETS: readonly Snippet[] = PAGES.flatMap((page) =>
  codeBlocks(readPage(page))
    .filter(({ language, code }) => language === "ts" && code.includes('"./generated/'))
    .map(({ code }) => ({ page, name: nameOf(code), code })),
);

/** The last thing that the code exports, or else the first that it declares. */
function nameOf(code: string): string {
  const declared = [...code.matchAll(/^(export )?(?:async )?(?:const|function) (\w+)/gm)];
  const [, , name = ""] =
    declared.filter(([, isExported]) => isExported).at(-1) ?? declared[0] ?? [];
  return name;
}

function inRelease(source: string): string {
  return source
    .replaceAll("/proto/", `/${NAME}/`)
    .replaceAll("dev.proto.", `dev.${NAME}.`)
    .replaceAll('"proto"', `"${NAME}"`);
}

describe.skipIf(published === undefined).each(publishedReleases)("release $name", (release) => {
  let directory: PageDirectory;

  beforeAll(async () => {
    directory = pageDirectory(`release-${release.name}`);
    const schemas = release.schemas.map(({ directory: from, prefix = "" }) => `${from}=${prefix}`);
    const { code, err } = await runTool([
      ...["--profile", release.profile, "--out", path.join(directory.path, "generated")],
      ...schemas.flatMap((each) => ["--schemas", each]),
    ]);
    expect({ code, err }).toMatchObject({ code: 0 });
  }, 120_000);

  function problemsOf({ name, code }: Snippet): readonly string[] {
    const write = (file: string, source: string): string =>
      directory.write(
        `${name}/${file}`,
        inRelease(source).replaceAll("./generated/", "../generated/"),
      );
    for (const [file, source] of Object.entries(BESIDE[name] ?? {})) write(file, source);
    return strictProblems([write("snippet.ts", code)]);
  }

  const departures = DEPARTURES[release.name] ?? {};
  const whole = SNIPPETS.filter(({ name }) => departures[name] === undefined);
  const other = SNIPPETS.flatMap((snippet) => {
    const departure = departures[snippet.name];
    return departure === undefined ? [] : [{ ...snippet, ...departure }];
  });

  it("has every snippet that is named", () => {
    expect(other).toHaveLength(Object.keys(departures).length);
  });

  it.each(whole)("compiles $name of $page", (snippet) => {
    expect(problemsOf(snippet)).toEqual([]);
  });

  it.each(other)(
    "needs other code than $name of $page: $why",
    ({ problem, instead, ...snippet }) => {
      expect(problemsOf(snippet).join("\n")).toContain(problem);
      if (instead === undefined) return;
      for (const [text] of instead) expect(snippet.code).toContain(text);
      const code = instead.reduce(
        (all, [text, other]) => all.replaceAll(text, other),
        snippet.code,
      );
      expect(problemsOf({ ...snippet, code })).toEqual([]);
    },
  );
});
