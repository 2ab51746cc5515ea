/** The agreement at build time (§9.3, DESIGN §5): what is active, and why the rest is not. */

import { describe, expect, it } from "vitest";
import { compareVersions, type Agreement } from "@proto-gen/runtime/negotiation";
import { ProtoGenError, type Diagnostic } from "../../src/errors.js";
import { load } from "../support/load.js";
import { agree, type Negotiation } from "../../src/negotiate/agree.js";
import { profileOf, release, rootOf, SCHEMAS } from "../support/release.js";

const DATE = "2026-01-01";
const CHECKOUT = "com.example.checkout";
const CART = "com.example.cart";
const GIFT = "com.example.gift";
const WRAP = "com.example.wrap";

interface Declared {
  readonly versions?: readonly string[];
  readonly extends?: string | readonly string[];
}

type Side = Readonly<Record<string, Declared>>;

interface Given {
  readonly business: Side;
  readonly platform?: Side;
  readonly chosen?: readonly string[];
  /** By capability: what its schema requires. */
  readonly requires?: Readonly<Record<string, object>>;
  readonly platformVersion?: string;
}

function profile(side: Side, version = DATE): object {
  const capabilities = Object.entries(side).map(([name, { versions = [DATE], ...rest }]) => [
    name,
    versions.map((each) => ({ version: each, schema: `${SCHEMAS}/${name}.json`, ...rest })),
  ]);
  return { proto: { version, capabilities: Object.fromEntries(capabilities) as object } };
}

async function negotiated({
  business,
  platform,
  chosen,
  requires = {},
  platformVersion,
}: Given): Promise<Negotiation> {
  const schemas = Object.keys(business).map((name) => {
    const demand = Object.hasOwn(requires, name) ? { requires: requires[name] } : {};
    return [`${name}.json`, { type: "object", ...demand }] as const;
  });
  const given = release({
    profile: profile(business),
    schemas: Object.fromEntries(schemas),
    files: platform === undefined ? {} : { "platform.json": profile(platform, platformVersion) },
  });
  const sources = await load({
    profile: given.profile,
    schemas: [rootOf(given)],
    ...(platform === undefined ? {} : { platform: `${given.directory}/platform.json` }),
  });
  return agree(sources, chosen);
}

async function agreement(given: Given): Promise<Agreement> {
  return (await negotiated(given)).agreement;
}

async function refusal(given: Given): Promise<Diagnostic | undefined> {
  try {
    await negotiated(given);
    return undefined;
  } catch (error) {
    if (error instanceof ProtoGenError) return error.diagnostics[0];
    throw error;
  }
}

/** `name@version`, as the active set is written. */
function active({ capabilities }: Agreement): string[] {
  return capabilities.map(({ name, version }) => `${name}@${version}`);
}

function reasons({ excluded }: Agreement): Record<string, string> {
  return Object.fromEntries(excluded.map(({ name, reason }) => [name, reason]));
}

describe("versions (§9.1)", () => {
  it("are dates, and draft comes after every date", () => {
    const sorted = ["draft", "2026-01-10", "2025-12-31", "2026-01-09"].sort(compareVersions);
    expect(sorted).toEqual(["2025-12-31", "2026-01-09", "2026-01-10", "draft"]);
    expect(compareVersions("draft", "draft")).toBe(0);
  });

  it("of one profile alone: each capability at its highest", async () => {
    const found = await agreement({
      business: {
        [CHECKOUT]: { versions: ["2025-01-01", "draft", "2026-01-01"] },
        [CART]: { versions: ["2025-01-01", "2025-06-01"] },
      },
    });
    expect(active(found)).toEqual([`${CART}@2025-06-01`, `${CHECKOUT}@draft`]);
    expect(found.excluded).toEqual([]);
  });

  it("of two profiles: the highest that both have", async () => {
    const found = await agreement({
      business: { [CHECKOUT]: { versions: ["2025-01-01", "2025-06-01", "draft"] } },
      platform: { [CHECKOUT]: { versions: ["2025-06-01", "2025-01-01", "2026-01-01"] } },
    });
    expect(active(found)).toEqual([`${CHECKOUT}@2025-06-01`]);
  });

  it("the protocol's is the business's (§9.2)", async () => {
    const given = {
      business: { [CHECKOUT]: {} },
      platform: { [CHECKOUT]: {} },
      platformVersion: "2025-01-01",
    };
    expect((await agreement(given)).version).toBe(DATE);
  });

  it("a later protocol version of the platform fails (DESIGN §12)", async () => {
    const given = {
      business: { [CHECKOUT]: {} },
      platform: { [CHECKOUT]: {} },
      platformVersion: "2026-06-01",
    };
    expect(await refusal(given)).toMatchObject({
      message: expect.stringContaining("2026-06-01") as string,
    });
  });
});

describe("the intersection (§9.3)", () => {
  it("has what both declare, and a reason for the rest", async () => {
    const found = await agreement({
      business: {
        [CHECKOUT]: {},
        [CART]: {},
        [GIFT]: { versions: ["2025-01-01"], extends: CHECKOUT },
      },
      platform: { [CHECKOUT]: {}, [GIFT]: { versions: ["2026-01-01"] }, "com.example.thing": {} },
    });
    expect(active(found)).toEqual([`${CHECKOUT}@${DATE}`]);
    expect(found.excluded).toEqual([
      { name: CART, reason: "not-offered", detail: "the platform does not declare it" },
      {
        name: GIFT,
        reason: "no-common-version",
        detail: "the business has 2025-01-01, the platform 2026-01-01",
      },
    ]);
  });

  it("is told to the user, at each declaration", async () => {
    const { notices } = await negotiated({
      business: { [CHECKOUT]: {}, [CART]: {} },
      platform: { [CHECKOUT]: {} },
    });
    expect(notices).toEqual([
      {
        code: "NEGOTIATE_PRUNED",
        message: `${CART}: not-offered, the platform does not declare it`,
        place: {
          file: expect.stringMatching(/profile\.json$/) as string,
          pointer: `/proto/capabilities/${CART}/0`,
          line: 12,
          column: 9,
        },
      },
    ]);
  });

  it("that is empty is an error, with every reason", async () => {
    expect(
      await refusal({
        business: { [CHECKOUT]: {}, [GIFT]: { extends: CHECKOUT } },
        platform: { [GIFT]: {} },
      }),
    ).toMatchObject({
      code: "NEGOTIATE_EMPTY",
      place: { pointer: "/proto", line: 2 },
      message: expect.stringMatching(
        /com\.example\.checkout: not-offered, .*com\.example\.gift: orphaned/,
      ) as string,
    });
  });

  it("does not depend on the order of declarations", async () => {
    const business = {
      [WRAP]: { extends: GIFT },
      [GIFT]: { extends: CHECKOUT },
      [CHECKOUT]: {},
      [CART]: {},
    };
    const reversed = Object.fromEntries(Object.entries(business).reverse());
    const platform = { [CART]: {}, [WRAP]: {}, [GIFT]: {} };
    const found = await agreement({ business, platform });
    const other = await agreement({ business: reversed, platform });
    expect([active(other), other.excluded]).toEqual([active(found), found.excluded]);
  });
});

describe("orphans (§9.3)", () => {
  const business = {
    [CHECKOUT]: {},
    [CART]: {},
    [GIFT]: { extends: [CHECKOUT, CART] },
    [WRAP]: { extends: GIFT },
  };

  it("go with their parents, and their own extensions with them", async () => {
    const found = await agreement({
      business: { ...business, "com.example.other": {} },
      platform: { "com.example.other": {}, [GIFT]: {}, [WRAP]: {} },
    });
    expect(active(found)).toEqual([`com.example.other@${DATE}`]);
    expect(reasons(found)).toEqual({
      [CART]: "not-offered",
      [CHECKOUT]: "not-offered",
      [GIFT]: "orphaned",
      [WRAP]: "orphaned",
    });
    expect(found.excluded.find(({ name }) => name === WRAP)?.detail).toContain(GIFT);
  });

  it("are none while one parent of several is left (DESIGN §12)", async () => {
    const found = await agreement({ business, platform: { [CART]: {}, [GIFT]: {}, [WRAP]: {} } });
    expect(active(found)).toEqual([`${CART}@${DATE}`, `${GIFT}@${DATE}`, `${WRAP}@${DATE}`]);
  });

  it("keep only their active parents", async () => {
    const found = await agreement({ business, platform: { [CART]: {}, [GIFT]: {} } });
    expect(found.capabilities.find(({ name }) => name === GIFT)?.extends).toEqual([CART]);
  });

  it("may have a parent that the platform alone declares: it is pruned, not refused", async () => {
    const found = await agreement({
      business: { [CART]: {}, [GIFT]: { extends: CHECKOUT } },
      platform: { [CART]: {}, [CHECKOUT]: {}, [GIFT]: {} },
    });
    expect(reasons(found)).toEqual({ [GIFT]: "orphaned" });
  });
});

describe("what a schema requires (DESIGN §5)", () => {
  const business = { [CHECKOUT]: {}, [GIFT]: { extends: CHECKOUT }, [WRAP]: { extends: GIFT } };

  it.each<[string, object, boolean]>([
    ["a protocol from a date", { protocol: { min: "2026-01-01" } }, true],
    ["a protocol from a later date", { protocol: { min: "2026-01-02" } }, false],
    ["a protocol up to a date", { protocol: { max: "2026-01-01" } }, true],
    ["a protocol up to an earlier date", { protocol: { max: "2025-12-31" } }, false],
    ["a protocol of a draft", { protocol: { min: "draft" } }, false],
    [
      "a capability in a range",
      { capabilities: { [CHECKOUT]: { min: "2025-01-01", max: "2026-12-31" } } },
      true,
    ],
    ["a later capability", { capabilities: { [CHECKOUT]: { min: "2026-02-01" } } }, false],
    ["a capability of any version", { capabilities: { [CHECKOUT]: {} } }, true],
    ["a capability that no one declares", { capabilities: { "com.example.loyalty": {} } }, false],
  ])("%s", async (_, demand, met) => {
    const found = await agreement({ business, requires: { [GIFT]: demand } });
    expect(reasons(found)).toEqual(met ? {} : { [GIFT]: "requires", [WRAP]: "orphaned" });
  });

  it("is said in the reason", async () => {
    const found = await agreement({
      business,
      requires: { [WRAP]: { capabilities: { [CHECKOUT]: { min: "2026-02-01" } } } },
    });
    expect(found.excluded).toEqual([
      {
        name: WRAP,
        reason: "requires",
        detail: `requires ${CHECKOUT} from 2026-02-01, found ${DATE}`,
      },
    ]);
  });

  it("prunes again: what requires a pruned capability goes too", async () => {
    const found = await agreement({
      business: { ...business, [CART]: {} },
      requires: {
        [GIFT]: { protocol: { min: "draft" } },
        [CART]: { capabilities: { [WRAP]: {} } },
      },
    });
    expect(active(found)).toEqual([`${CHECKOUT}@${DATE}`]);
    expect(reasons(found)).toEqual({ [GIFT]: "requires", [WRAP]: "orphaned", [CART]: "requires" });
  });

  it("holds for a capability whose schema is part of a document, too", async () => {
    const requires = { protocol: { min: "draft" } };
    const given = release({
      profile: profileOf({
        [CHECKOUT]: [{ version: DATE, schema: `${SCHEMAS}/checkout.json` }],
        [GIFT]: [{ version: DATE, schema: `${SCHEMAS}/all.json#/$defs/gift`, extends: CHECKOUT }],
      }),
      schemas: {
        "all.json": {
          requires,
          $defs: { gift: { type: "object", requires } },
        },
      },
    });
    const { agreement: found } = agree(
      await load({ profile: given.profile, schemas: [rootOf(given)] }),
    );
    expect(reasons(found)).toEqual({ [GIFT]: "requires" });
  });
});

describe("--capabilities (DESIGN §5)", () => {
  const business = {
    [CHECKOUT]: { versions: ["2025-01-01", "2026-01-01"] },
    [CART]: {},
    [GIFT]: { extends: CHECKOUT },
  };

  it("chooses, each at its highest version or at the one that is named", async () => {
    expect(active(await agreement({ business, chosen: [CHECKOUT, CART] }))).toEqual([
      `${CART}@${DATE}`,
      `${CHECKOUT}@${DATE}`,
    ]);
    expect(active(await agreement({ business, chosen: [`${CHECKOUT}@2025-01-01`, GIFT] }))).toEqual(
      [`${CHECKOUT}@2025-01-01`, `${GIFT}@${DATE}`],
    );
  });

  it("prunes what it chose: an extension without its parent is an orphan", async () => {
    const found = await agreement({ business, chosen: [CART, GIFT] });
    expect(active(found)).toEqual([`${CART}@${DATE}`]);
    expect(reasons(found)).toEqual({ [GIFT]: "orphaned" });
  });

  it("that leaves nothing is an error", async () => {
    expect(await refusal({ business, chosen: [GIFT] })).toMatchObject({ code: "NEGOTIATE_EMPTY" });
  });

  it("comes before the intersection with a platform", async () => {
    const found = await agreement({
      business,
      platform: { [CHECKOUT]: {}, [CART]: {} },
      chosen: [CHECKOUT],
    });
    expect(active(found)).toEqual([`${CHECKOUT}@${DATE}`]);
    expect(found.excluded).toEqual([]);
  });
});

describe("cycles in extends", () => {
  it("are an error, which names the circle", async () => {
    const business = {
      [CHECKOUT]: {},
      [GIFT]: { extends: [CHECKOUT, WRAP] },
      [WRAP]: { extends: GIFT },
    };
    expect(await refusal({ business })).toMatchObject({
      code: "NEGOTIATE_CYCLE",
      message: expect.stringContaining(`${GIFT} -> ${WRAP} -> ${GIFT}`) as string,
      place: { pointer: `/proto/capabilities/${GIFT}/0/extends` },
    });
  });

  it("are one in the versions that are chosen, whatever others say", async () => {
    const entry = (version: string, parent: string): object => ({
      version,
      schema: `${SCHEMAS}/checkout.json`,
      extends: parent,
    });
    const given = release({
      profile: profileOf({
        [CHECKOUT]: [{ version: DATE, schema: `${SCHEMAS}/checkout.json` }],
        [GIFT]: [entry("draft", WRAP), entry(DATE, CHECKOUT)],
        [WRAP]: [entry(DATE, GIFT)],
      }),
    });
    await expect(load({ profile: given.profile, schemas: [rootOf(given)] })).rejects.toThrow(
      /NEGOTIATE_CYCLE/,
    );
  });
});
