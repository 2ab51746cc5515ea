/** The chain of sources: bundled schemas, then the given roots, and nothing else (DESIGN §4). */

import path from "node:path";
import { describe, expect, it } from "vitest";
import { ProtoGenError } from "../../src/errors.js";
import { createRoots, parseRoot } from "../../src/load/roots.js";
import { release, rootOf, SCHEMAS } from "../support/release.js";

describe("--schemas", () => {
  it("is a directory, with or without a prefix", () => {
    const { schemas } = release();
    expect(parseRoot(schemas)).toEqual({ directory: schemas, label: schemas });
    expect(parseRoot(`${schemas}=${SCHEMAS}/`)).toEqual({
      directory: schemas,
      prefix: SCHEMAS,
      label: schemas,
    });
  });

  it("may have an equals sign in the directory's name", () => {
    const { directory } = release({ files: { "a=b/x.json": {} } });
    const named = path.join(directory, "a=b");
    expect(parseRoot(named).directory).toBe(named);
    expect(parseRoot(`${named}=${SCHEMAS}`)).toMatchObject({ directory: named, prefix: SCHEMAS });
  });

  it("takes https prefixes only", () => {
    const { schemas } = release();
    expect(() => parseRoot(`${schemas}=http://example.com/schemas`)).toThrow(ProtoGenError);
  });
});

describe("the chain", () => {
  it("has the bundled schemas first: no root can stand in for a release", () => {
    const given = release({ schemas: { "shopping/checkout.json": {} } });
    const prefix = "https://proto.dev/schemas/2026-11-20";
    const roots = createRoots([{ ...rootOf(given), prefix }]);
    expect(roots.locate(`${prefix}/shopping/checkout.json`)?.label).toBe(
      "schemas/2026-11-20/shopping/checkout.json",
    );
    expect(roots.locate(`${prefix}/shopping/checkout.json`)?.file).not.toContain(given.directory);
  });

  it("takes the first of the given roots that has the document", () => {
    const first = release({ schemas: { "a.json": {} } });
    const second = release({ schemas: { "a.json": {}, "b.json": {} } });
    const roots = createRoots([rootOf(first), rootOf(second)]);
    expect(roots.locate(`${SCHEMAS}/a.json`)?.file).toBe(path.join(first.schemas, "a.json"));
    expect(roots.locate(`${SCHEMAS}/b.json`)?.file).toBe(path.join(second.schemas, "b.json"));
  });

  it.each([
    ["a place above the root", `${SCHEMAS}/%2e%2e/profile.json`],
    ["a place above the root, by an encoded slash", `${SCHEMAS}/x%2f..%2f..%2fprofile.json`],
    ["a place above the root, by a backslash", `${SCHEMAS}/x%5c..%5c..%5cprofile.json`],
    ["a name with a NUL", `${SCHEMAS}/checkout.json%00`],
    ["an escape that does not decode", `${SCHEMAS}/%ff.json`],
    ["a query", `${SCHEMAS}/checkout.json?x`],
    ["a directory", `${SCHEMAS}/`],
    ["a prefix that ends within a segment", "https://example.com/schemasx/checkout.json"],
    ["a file's own URL", "file:///etc/passwd"],
  ])("has nothing at %s", (_, uri) => {
    expect(createRoots([rootOf(release())]).locate(uri)).toBeUndefined();
  });

  it("decodes what a URL encodes", () => {
    const given = release({ schemas: { "gift card.json": {} } });
    expect(createRoots([rootOf(given)]).locate(`${SCHEMAS}/gift%20card.json`)?.label).toBe(
      "schemas/gift card.json",
    );
  });
});
