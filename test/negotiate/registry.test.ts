/** Registries of profiles as they are read (§2.1), and what negotiation says of a capability that it drops (§9.3). */

import {
  compareVersions,
  negotiate,
  readRegistry,
  RegistryError,
  type CapabilityDeclaration,
  type VersionRange,
} from "@proto-gen/runtime/negotiation";
import { describe, expect, it } from "vitest";

const CHECKOUT = "com.example.checkout";
const GIFT = "com.example.gift";
const version = "2026-01-01";

describe("a registry is read", () => {
  const members = {
    version: "draft",
    extends: [CHECKOUT],
    spec: "https://example.com/gift",
    schema: "https://example.com/gift.json",
    config: { wrap: true },
  };

  it.each([
    ["a list", [{ name: GIFT, ...members }], "array", "/capabilities/0"],
    ["lists by name", { [GIFT]: [members] }, "keyed", `/capabilities/${GIFT}/0`],
    ["objects by name", { [GIFT]: members }, "keyed", `/capabilities/${GIFT}`],
  ])("from %s", (_, capabilities, shape, pointer) => {
    expect(readRegistry({ version, capabilities })).toEqual({
      version,
      shape,
      capabilities: [{ name: GIFT, ...members, pointer }],
    });
  });

  it("with a root whose extends is null, as some parties write it", () => {
    const capabilities = { [CHECKOUT]: [{ version, extends: null }], [GIFT]: [members] };
    const read = readRegistry({ version, capabilities });
    expect(read.capabilities.map((each) => each.extends)).toEqual([[], [CHECKOUT]]);
  });

  it("without members that are not declared", () => {
    const { capabilities } = readRegistry({ version, capabilities: { [GIFT]: { version } } });
    expect(capabilities).toStrictEqual([
      { name: GIFT, version, extends: [], pointer: `/capabilities/${GIFT}` },
    ]);
  });

  it("with one parent that is no list", () => {
    const capabilities = [{ name: GIFT, version, extends: CHECKOUT }];
    expect(readRegistry({ version, capabilities }).capabilities[0]?.extends).toEqual([CHECKOUT]);
  });

  it("without capabilities, as one that has none", () => {
    expect(readRegistry({ version })).toEqual({ version, capabilities: [], shape: "keyed" });
  });
});

describe("a registry is refused, with the pointer and what was found", () => {
  const one = (member: object) => ({ version, capabilities: [{ name: GIFT, version, ...member }] });
  const keyed = (name: string, value: unknown) => ({ version, capabilities: { [name]: value } });

  it.each<[string, unknown, string, string]>([
    ["that is null", null, "", "an object, found null"],
    ["that is a list", [], "", "an object, found an array"],
    ["that is a number", 1, "", "an object, found 1"],
    ["that is a boolean", true, "", "an object, found true"],
    ["without a version", {}, "/version", "draft), found nothing"],
    ["of a version after a date", { version: "2026-01-01b" }, "/version", 'found "2026-01-01b"'],
    ["of a version before a date", { version: "v2026-01-01" }, "/version", 'found "v2026-01-01"'],
    ["of a version that is an object", { version: {} }, "/version", "found an object"],
    ["with capabilities that are a string", { version, capabilities: "a" }, "/capabilities", '"a"'],
    ["with an item that is a list", { version, capabilities: [[]] }, "/capabilities/0", "an array"],
    ["with an item without a name", one({ name: undefined }), "/capabilities/0/name", "nothing"],
    ["with a name without a dot", one({ name: "gift" }), "/capabilities/0/name", '"gift"'],
    ["with a name in capitals", one({ name: "com.Gift" }), "/capabilities/0/name", '"com.Gift"'],
    ["with a name after a blank", one({ name: " a.b" }), "/capabilities/0/name", '" a.b"'],
    ["with a name before a blank", one({ name: "a.b " }), "/capabilities/0/name", '"a.b "'],
    ["with a name that is a list", one({ name: ["a.b"] }), "/capabilities/0/name", "an array"],
    ["with a key that is no name", keyed("a/b", {}), "/capabilities/a~1b", 'found "a/b"'],
    ["with a value that is null", keyed("a.b", null), "/capabilities/a.b", "found null"],
    ["with a list of strings", keyed("a.b", ["c"]), "/capabilities/a.b/0", 'found "c"'],
    [
      "with an item of a version that is no date",
      one({ version: "1" }),
      "/capabilities/0/version",
      'found "1"',
    ],
    [
      "with a parent that is a number",
      one({ extends: ["a.b", 1] }),
      "/capabilities/0/extends/1",
      "found 1",
    ],
    ["with one parent that is a number", one({ extends: 1 }), "/capabilities/0/extends", "found 1"],
    ["with a spec that is a number", one({ spec: 1 }), "/capabilities/0/spec", "a string, found 1"],
    [
      "with a schema that is a list",
      one({ schema: [] }),
      "/capabilities/0/schema",
      "a string, found an array",
    ],
    [
      "with a config that is a list",
      one({ config: [] }),
      "/capabilities/0/config",
      "an object, found an array",
    ],
  ])("%s", (_, member, pointer, said) => {
    let thrown: unknown;
    try {
      readRegistry(member);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(RegistryError);
    expect(thrown).toMatchObject({ name: "RegistryError", code: "registry_invalid", pointer });
    expect((thrown as Error).message).toContain(said);
  });

  it("that has a long text, without it", () => {
    const read = (length: number) => () => readRegistry({ version: "x".repeat(length) });
    expect(read(60)).toThrow(`"${"x".repeat(60)}"`);
    expect(read(61)).toThrow("found a long text");
  });
});

describe("a capability that requires", () => {
  const declared = (name: string, more: Partial<CapabilityDeclaration> = {}) => ({
    name,
    version,
    extends: [],
    ...more,
  });

  /** What is said of the gift, which requires a range of versions; undefined where it stays. */
  function said(capability: VersionRange | undefined, protocol?: VersionRange): string | undefined {
    const capabilities = capability === undefined ? {} : { [CHECKOUT]: capability };
    const requires = { capabilities, ...(protocol === undefined ? {} : { protocol }) };
    const business = { version, capabilities: [declared(CHECKOUT), declared(GIFT, { requires })] };
    const { excluded } = negotiate(business);
    for (const { name, reason } of excluded) expect([name, reason]).toEqual([GIFT, "requires"]);
    return excluded[0]?.detail;
  }

  it.each<[VersionRange, string | undefined]>([
    [{}, undefined],
    [{ min: "2026-01-01" }, undefined],
    [{ min: "2026-01-02" }, "from 2026-01-02, found 2026-01-01"],
    [{ max: "2026-01-01" }, undefined],
    [{ max: "2025-12-31" }, "up to 2025-12-31, found 2026-01-01"],
    [{ min: "2025-01-01", max: "draft" }, undefined],
    [{ min: "2026-02-01", max: "draft" }, "from 2026-02-01 to draft, found 2026-01-01"],
  ])("%j of the protocol or of another", (range, detail) => {
    expect(said(undefined, range)).toBe(detail && `requires protocol ${detail}`);
    expect(said(range)).toBe(detail && `requires ${CHECKOUT} ${detail}`);
  });

  it("one that is not active is dropped", () => {
    const requires = { capabilities: { [CHECKOUT]: {} } };
    const { capabilities, excluded } = negotiate({
      version,
      capabilities: [declared(GIFT, { requires })],
    });
    expect(capabilities).toEqual([]);
    expect(excluded).toEqual([
      { name: GIFT, reason: "requires", detail: `requires ${CHECKOUT}, which is not active` },
    ]);
  });
});

describe("a platform with a later protocol (§9.2)", () => {
  it("has nothing in common with the business, which is said of each capability", () => {
    const capabilities = [{ name: GIFT, version, extends: [] }];
    const later = negotiate({ version, capabilities }, { version: "draft", capabilities });
    expect(later.capabilities).toEqual([]);
    expect(later.excluded).toEqual([
      {
        name: GIFT,
        reason: "no-common-version",
        detail: "the platform uses protocol draft, later than the business's 2026-01-01",
      },
    ]);
  });

  it("has what it declares beside a later version: its registry has entries of two releases", () => {
    const one = { name: GIFT, version, extends: [] };
    const other = { name: CHECKOUT, version, extends: [] };
    const business = { version, capabilities: [one, other] };
    const found = (capabilities: CapabilityDeclaration[]): string[] =>
      negotiate(business, { version: "2026-02-02", capabilities }).capabilities.map(
        (each) => each.name,
      );
    expect(found([{ ...one, version: "2026-02-02" }, one, other])).toEqual([CHECKOUT, GIFT]);
    expect(found([one, { ...one, version: "draft" }])).toEqual([GIFT]);
    // An earlier version beside ours says nothing of the later protocol.
    expect(found([one, { ...one, version: "2025-01-01" }, other])).toEqual([]);
    expect(found([{ ...one, version: "2026-02-02" }, other])).toEqual([]);
  });

  it("is later by its date, or by being a draft", () => {
    expect(compareVersions("2026-01-02", "2026-01-01")).toBe(1);
    expect(compareVersions("2026-01-01", "2026-01-02")).toBe(-1);
    expect(compareVersions("draft", "2026-01-01")).toBe(1);
    expect(compareVersions("2026-01-01", "draft")).toBe(-1);
  });
});
