/**
 * What scaffold writes compiles beside the generated code, under the options that the generated code compiles
 * under; and what the types of that code say of spreads is what scaffold makes of them.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { scaffold, type ScaffoldResult } from "../../src/scaffold/scaffold.js";
import type { JsonObject } from "@proto-gen/runtime/json";
import { bundleOf, reducedRelease, type Bundle } from "../support/bundle.js";
import { compileErrors } from "../support/emitted.js";
import { ownRelease, published, publishedReleases, type Release } from "../support/published.js";
import { vendorOpenapi, vendorRelease } from "../support/vendor-service.js";

interface Project {
  readonly directory: string;
  readonly bundle: Bundle;
  add(text: string | undefined): Promise<ScaffoldResult>;
  problems(made: string): readonly string[];
}

async function projectOf(release: Release, name: string): Promise<Project> {
  const bundle = await bundleOf(release, `scaffold/${name}/generated`);
  const directory = path.dirname(bundle.directory);
  const file = path.join(directory, "src/business.ts");
  mkdirSync(path.dirname(file), { recursive: true });
  return {
    directory,
    bundle,
    add: (text) => scaffold({ model: bundle.model, file, text, generated: bundle.directory }),
    problems(text) {
      writeFileSync(file, text);
      return compileErrors(directory, [{ path: "src/business.ts", content: text }]);
    },
  };
}

describe("a module that scaffold wrote", () => {
  const releases = published === undefined ? [ownRelease] : [ownRelease, ...publishedReleases];

  it.each(releases.map((release) => [release.name, release] as const))(
    "compiles, and is as prettier has it: %s",
    async (name, release) => {
      const project = await projectOf(release, name);
      const { text, added } = await project.add(undefined);
      expect(added).toEqual((await project.add(text)).handlers);
      expect(text).toContain("...checkouts.handlers");
      // Orders are handed out by who placed them wherever the release lets platforms read them.
      const readsOrders = project.bundle.model.services
        .flatMap(({ operations }) => operations)
        .some(({ id }) => id === "get_order");
      expect(text.includes("...orders.handlers,")).toBe(readsOrders);
      expect(text.includes("createOrders({ store })")).toBe(readsOrders);
      expect(text).not.toMatch(/async getOrder\(/);
      expect(project.problems(text)).toEqual([]);
      const options = { parser: "typescript", printWidth: 100 } as const;
      expect(await format(text, options)).toBe(text);
    },
    120_000,
  );

  it("compiles after its profile grew", async () => {
    const small = await projectOf(
      reducedRelease("carts", { capability: (name) => name === "cart" }),
      "carts",
    );
    const { text } = await small.add(undefined);
    expect(small.problems(text)).toEqual([]);
    const whole = await projectOf(ownRelease, "grown");
    const grown = await whole.add(text);
    expect(grown.added).not.toContain("createCart");
    expect(whole.problems(text)).not.toEqual([]);
    expect(whole.problems(grown.text)).toEqual([]);
    expect(await format(grown.text, { parser: "typescript", printWidth: 100 })).toBe(grown.text);
  }, 120_000);

  it("compiles with whatever a vendor's operations are called and described", async () => {
    const text = JSON.stringify(vendorOpenapi())
      .replace('"create_subscription"', JSON.stringify("create_*/ `'\"\u2028sub"))
      .replace('"Begin it."', JSON.stringify("*/ throw 1; /* @ts-expect-error\n\u202e"));
    const project = await projectOf(
      vendorRelease({ openapi: JSON.parse(text) as JsonObject }),
      "vendor",
    );
    const made = await project.add(undefined);
    expect(made.text).toContain("/** *\\/ throw 1; /* &#64;ts-expect-error */");
    expect(project.problems(made.text)).toEqual([]);
    expect(await project.add(made.text)).toMatchObject({ added: [], gone: [] });
  }, 120_000);
});

describe("a spread that the generated code types", () => {
  const head = 'import type { Handlers } from "../generated/server.js";\n';

  it.each([
    ["all but some", 'Omit<Handlers, "getCart" | "createCart">', ["createCart", "getCart"]],
    ["some", 'Omit<Handlers, "getCart"> & Pick<Handlers, "createCart">', ["getCart"]],
    ["all", "Handlers", []],
  ])(
    "brings those: %s",
    async (name, type, added) => {
      const project = await projectOf(ownRelease, `typed-${name.replaceAll(" ", "-")}`);
      const text = `${head}declare const others: ${type};\nexport const handlers: Handlers = { ...others };\n`;
      const made = await project.add(text);
      expect(made.added).toEqual(added);
      expect(project.problems(made.text)).toEqual([]);
    },
    120_000,
  );
});
