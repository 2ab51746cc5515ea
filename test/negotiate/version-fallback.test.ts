/** The next lower common version, where the highest cannot be active (DESIGN §5, ADR 58). */

import { describe, expect, it } from "vitest";
import {
  negotiate,
  type Agreement,
  type CapabilityDeclaration,
  type Registry,
  type Requirements,
  type VersionRange,
} from "@proto-gen/runtime/negotiation";

const V1 = "2025-01-01";
const V2 = "2026-01-01";
const V3 = "draft";

type Demand = Readonly<Record<string, VersionRange>>;

function version(
  name: string,
  own: string,
  capabilities?: Demand,
  more: { readonly extends?: readonly string[]; readonly protocol?: VersionRange } = {},
): CapabilityDeclaration {
  const { extends: parents = [], protocol } = more;
  const requires: Requirements = {
    ...(protocol === undefined ? {} : { protocol }),
    ...(capabilities === undefined ? {} : { capabilities }),
  };
  return { name, version: own, extends: parents, requires };
}

function registry(...capabilities: readonly CapabilityDeclaration[]): Registry {
  return { version: "2026-11-20", capabilities };
}

/** Of a business, in the order that is given and in the reverse. */
function negotiated(
  capabilities: readonly CapabilityDeclaration[],
  platform?: Registry,
): Agreement {
  const found = negotiate(registry(...capabilities), platform);
  const reversed = platform && { ...platform, capabilities: [...platform.capabilities].reverse() };
  expect(negotiate(registry(...[...capabilities].reverse()), reversed)).toEqual(found);
  return found;
}

function active({ capabilities }: Agreement): string[] {
  return capabilities.map((each) => `${each.name} ${each.version}`);
}

describe("a version whose requires is not met", () => {
  it("gives way to the next lower one", () => {
    const found = negotiated([
      version("a", V3, { b: { min: V3 } }),
      version("a", V2, { b: { min: V2 } }),
      version("a", V1),
      version("b", V2),
    ]);
    expect(active(found)).toEqual([`a ${V2}`, `b ${V2}`]);
    expect(found.excluded).toEqual([]);
  });

  it("gives way where the protocol's version is out of range", () => {
    const protocol = { min: "2027-01-01" };
    const found = negotiated([version("a", V2, {}, { protocol }), version("a", V1)]);
    expect(active(found)).toEqual([`a ${V1}`]);
  });

  it("gives way to common versions only", () => {
    const business = [version("a", V3, { b: {} }), version("a", V2), version("a", V1)];
    const platform = registry(version("a", V1), version("a", V3));
    expect(active(negotiated(business, platform))).toEqual([`a ${V1}`]);
  });

  it("does not make another capability's version lower", () => {
    const found = negotiated([
      version("a", V2, { b: { max: V1 } }),
      version("a", V1),
      version("b", V2),
      version("b", V1),
    ]);
    expect(active(found)).toEqual([`a ${V1}`, `b ${V2}`]);
  });

  it("excludes the capability where all fail, with the highest one's detail", () => {
    const found = negotiated([
      version("a", V2, { b: { min: V3 } }),
      version("a", V1, { c: {} }),
      version("b", V2),
    ]);
    expect(active(found)).toEqual([`b ${V2}`]);
    expect(found.excluded).toEqual([
      { name: "a", reason: "requires", detail: `requires b from ${V3}, found ${V2}` },
    ]);
  });

  it("takes what requires it with it, and their extensions", () => {
    const found = negotiated([
      version("a", V1, { x: {} }),
      version("b", V1, { a: {} }),
      version("c", V1, {}, { extends: ["b"] }),
      version("d", V1),
    ]);
    expect(active(found)).toEqual([`d ${V1}`]);
    expect(found.excluded.map(({ name, reason }) => [name, reason])).toEqual([
      ["a", "requires"],
      ["b", "requires"],
      ["c", "orphaned"],
    ]);
  });

  it("reports the first unmet requirement by name", () => {
    const found = negotiated([version("a", V1, { z: {}, y: {} })]);
    expect(found.excluded[0]?.detail).toBe("requires y, which is not active");
  });
});

describe("a version that lacks its parents", () => {
  it("gives way to one that extends what is active", () => {
    const found = negotiated([
      version("a", V1),
      version("b", V2, {}, { extends: ["x"] }),
      version("b", V1, {}, { extends: ["a"] }),
    ]);
    expect(active(found)).toEqual([`a ${V1}`, `b ${V1}`]);
  });

  it("is an orphan where all of its versions are", () => {
    const found = negotiated([
      version("b", V2, {}, { extends: ["y", "x"] }),
      version("b", V1, { c: {} }, { extends: ["x"] }),
    ]);
    expect(found.excluded).toEqual([
      { name: "b", reason: "orphaned", detail: "extends x, y, which is not active" },
    ]);
  });
});

describe("versions that require something of each other", () => {
  it("are both active where they fit", () => {
    const found = negotiated([
      version("a", V2, { b: { min: V2 } }),
      version("b", V2, { a: { min: V2 } }),
    ]);
    expect(active(found)).toEqual([`a ${V2}`, `b ${V2}`]);
  });

  it("go one by one, and a dropped version does not come back", () => {
    const found = negotiated([
      version("a", V2, { b: { min: V2 } }),
      version("a", V1),
      version("b", V2, { a: { max: V1 } }),
      version("b", V1),
    ]);
    // b V2 fails beside a V2; then a V2 does without it.
    expect(active(found)).toEqual([`a ${V1}`, `b ${V1}`]);
  });

  it("where both fail, the first by name gives way", () => {
    const found = negotiated([
      version("a", V2, { b: { max: V1 } }),
      version("a", V1),
      version("b", V2, { a: { max: V1 } }),
      version("b", V1),
    ]);
    expect(active(found)).toEqual([`a ${V1}`, `b ${V2}`]);
  });

  it("are not judged by a version that fails in any case", () => {
    const found = negotiated([
      version("a", V2, { b: { max: V1 } }),
      version("a", V1),
      version("b", V2, { c: {} }),
      version("b", V1),
    ]);
    expect(active(found)).toEqual([`a ${V2}`, `b ${V1}`]);
  });

  it("need no order of declarations where a circle of extends is in some versions only", () => {
    const found = negotiated([
      version("a", V2, {}, { extends: ["b"] }),
      version("a", V1),
      version("b", V2, {}, { extends: ["a"] }),
    ]);
    expect(active(found)).toEqual([`a ${V1}`, `b ${V2}`]);
  });
});

describe("what was generated", () => {
  it("is all that a run can activate: another common version is none", () => {
    const generated = registry(version("a", V2));
    const found = negotiate(generated, registry(version("a", V1)));
    expect(found.excluded).toEqual([
      {
        name: "a",
        reason: "no-common-version",
        detail: `the business has ${V2}, the platform ${V1}`,
      },
    ]);
  });
});
