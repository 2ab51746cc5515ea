/** What the reference composer is given: which capabilities contribute to a root, where, and in which order (DESIGN §6). */

import { describe, expect, it } from "vitest";
import type { Json } from "@proto-gen/runtime/json";
import {
  contributionsOf,
  isNegotiable,
  readReferenceRelease,
  type ReferenceRelease,
} from "../support/oracle/reference/release.js";
import { vendorProfile } from "../support/oracle/vendor.js";

const ROOT = "com.acme.thing";
const ENTRY: Json = { $defs: { [ROOT]: {} } };

/** Capabilities by name, with what they extend. */
function release(
  parents: Readonly<Record<string, readonly string[]>>,
  documents: Readonly<Record<string, Json>> = {},
): ReferenceRelease {
  const names = [ROOT, ...Object.keys(parents)];
  return {
    name: "proto",
    documents: new Map(names.map((name) => [`${name}.json`, documents[name] ?? ENTRY])),
    capabilities: names.map((name) => ({
      name,
      document: `${name}.json`,
      parents: parents[name] ?? [],
    })),
  };
}

function orderOf(parents: Readonly<Record<string, readonly string[]>>, active?: readonly string[]) {
  const all = new Set(active ?? Object.keys(parents));
  return contributionsOf(release(parents), ROOT, "", all).map(({ capability }) => capability);
}

describe("the order of contributions", () => {
  it("is that of names", () => {
    expect(orderOf({ c: [ROOT], a: [ROOT], b: [ROOT] })).toEqual(["a", "b", "c"]);
  });

  it("has parents first", () => {
    expect(orderOf({ a: ["c"], b: [ROOT], c: [ROOT] })).toEqual(["b", "c", "a"]);
  });

  it("waits for every parent that is active", () => {
    const parents = { a: ["b", "d"], b: [ROOT], c: [ROOT], d: [ROOT] };
    expect(orderOf(parents)).toEqual(["b", "c", "d", "a"]);
    expect(orderOf(parents, ["a", "b", "c"])).toEqual(["b", "a", "c"]);
  });

  it("counts a parent that contributes nothing", () => {
    const between = release({ a: ["z"], b: [ROOT], z: [ROOT] }, { z: {} });
    const found = contributionsOf(between, ROOT, "", new Set(["a", "b", "z"]));
    expect(found.map(({ capability }) => capability)).toEqual(["b", "a"]);
  });

  it("has also what extends nothing, in its turn: the root has one, too", () => {
    expect(orderOf({ cart: [], b: [ROOT], z: [] })).toEqual(["cart", "b", "z"]);
  });
});

describe("where a contribution stands", () => {
  const pointers = (document: Json, shape = ""): string[] =>
    contributionsOf(release({ a: [ROOT] }, { a: document }), ROOT, shape, new Set(["a"])).map(
      ({ pointer }) => pointer,
    );

  it("is the root's full name, else its last segment", () => {
    expect(pointers({ $defs: { thing: {}, [ROOT]: {} } })).toEqual([`/$defs/${ROOT}`]);
    expect(pointers({ $defs: { thing: {} } })).toEqual(["/$defs/thing"]);
    expect(pointers({ $defs: { other: {} } })).toEqual([]);
    expect(pointers({})).toEqual([]);
  });

  it("is a container's shape, below the root's name or by itself", () => {
    expect(pointers({ $defs: { find_request: {} } }, "find_request")).toEqual([
      "/$defs/find_request",
    ]);
    expect(pointers({ $defs: { [ROOT]: { find_request: {} } } }, "find_request")).toEqual([
      `/$defs/${ROOT}/find_request`,
    ]);
    expect(pointers({ $defs: { other_request: {} } }, "find_request")).toEqual([]);
  });

  it("is nothing of what is not active", () => {
    expect(orderOf({ a: [ROOT], b: [ROOT] }, ["b"])).toEqual(["b"]);
  });
});

describe("a profile", () => {
  it("names the vocabulary, and each capability's schema and parents", () => {
    const options = vendorProfile(
      ["checkout", "discount"],
      [
        { name: ROOT, schema: {} },
        { name: "com.acme.a", extends: [ROOT, "x"], schema: {} },
      ],
    );
    const { name, capabilities, documents } = readReferenceRelease(options);
    expect(name).toBe("proto");
    expect(capabilities.map((each) => [each.name, each.parents])).toEqual([
      ["dev.proto.shopping.checkout", []],
      ["dev.proto.shopping.discount", ["dev.proto.shopping.checkout"]],
      [ROOT, []],
      ["com.acme.a", [ROOT, "x"]],
    ]);
    expect(capabilities.filter(({ document }) => !documents.has(document))).toEqual([]);
  });

  it("is negotiable where each extension has a parent left", () => {
    const parents = release({ a: [ROOT], b: ["a", "c"], c: [ROOT], d: ["b"], cart: [] });
    expect(isNegotiable(parents, ROOT, [])).toBe(true);
    expect(isNegotiable(parents, ROOT, ["b", "c", "cart"])).toBe(true);
    expect(isNegotiable(parents, ROOT, ["b"])).toBe(false);
    expect(isNegotiable(parents, ROOT, ["a", "d"])).toBe(false);
  });
});
