/** The chain of sources: bundled schemas, then the given roots, and nothing else (DESIGN §4). */

import path from "node:path";
import { describe, expect, it } from "vitest";
import { createRoots } from "../../src/load/roots.js";
import { parseRoot } from "../../src/load/schema-root.js";
import { generate } from "../../src/generate.js";
import { checkoutAndGift, giftSchema, release, rootOf, SCHEMAS } from "../support/release.js";

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

  it("may be given as a text in code", async () => {
    const given = release({
      capabilities: checkoutAndGift(),
      schemas: { "gift.json": giftSchema({ note: { type: "string" } }) },
    });
    const { files } = await generate({
      profile: given.profile,
      schemas: [`${given.schemas}=${SCHEMAS}`],
    });
    expect(files).toEqual(
      (await generate({ profile: given.profile, schemas: [rootOf(given)] })).files,
    );
    await expect(
      generate({ profile: given.profile, schemas: ["./missing"] }),
    ).rejects.toMatchObject({ diagnostics: [{ code: "FILE_NOT_FOUND" }] });
  });

  it("may have an equals sign in the directory's name", () => {
    const { directory } = release({ files: { "a=b/x.json": {} } });
    const named = path.join(directory, "a=b");
    expect(parseRoot(named).directory).toBe(named);
    expect(parseRoot(`${named}=${SCHEMAS}`)).toMatchObject({ directory: named, prefix: SCHEMAS });
  });

  it("has the one spelling of its prefix", () => {
    const { schemas } = release();
    expect(parseRoot(`${schemas}=HTTPS://Example.com:443/%73chemas/`)).toMatchObject({
      directory: schemas,
      prefix: SCHEMAS,
    });
  });

  it.each([
    "http://example.com/schemas",
    "https:example.com/schemas",
    "https:/example.com/schemas",
    "https:///example.com/schemas",
    "https:\\\\example.com/schemas",
    "https://",
    "https://user@example.com/schemas",
    "https://example.com/schemas?x",
    "https://example.com/schemas#",
  ])("takes no prefix such as %s", (prefix) => {
    const { schemas } = release();
    expect(() => parseRoot(`${schemas}=${prefix}`)).toThrow(
      expect.objectContaining({ diagnostics: [expect.objectContaining({ code: "USAGE" })] }),
    );
  });
});

describe("the chain", () => {
  it("has the bundled schemas first", () => {
    const given = release({ schemas: { "2026-11-20/shopping/checkout.json": {} } });
    const prefix = "https://proto.dev/schemas";
    const roots = createRoots([{ ...rootOf(given), prefix }]);
    const found = roots.locate(`${prefix}/2026-11-20/shopping/checkout.json`);
    expect(found?.label).toBe("schemas/2026-11-20/shopping/checkout.json");
    expect(found?.file).not.toContain(given.directory);
  });

  it("has a root for a bundled release in its place, as a whole", () => {
    const given = release({ schemas: { "shopping/checkout.json": {} } });
    const prefix = "https://proto.dev/schemas/2026-11-20";
    const roots = createRoots([{ ...rootOf(given), prefix }]);
    expect(roots.locate(`${prefix}/shopping/checkout.json`)?.file).toContain(given.directory);
    expect(roots.locate(`${prefix}/shopping/cart.json`)).toBeUndefined();
    expect(roots.locate("https://proto.dev/schemas/2026-11-23/shopping/cart.json")).toBeDefined();
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
