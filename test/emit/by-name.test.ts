/** Types and validators by `<capability>.<TypeName>` (DESIGN §7), the names that `inspect` takes. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { emit } from "../../src/emit/emit.js";
import { interpret } from "../../src/interpret.js";
import { modulesByOwner } from "../../src/model/owner-modules.js";
import { exportsOf, moduleAt } from "../../src/model/type-namer.js";
import { findType } from "../../src/resolve/find-type.js";
import { compileErrors, importEmitted, writeEmitted } from "../support/emitted.js";
import { repository } from "../support/published.js";

const input = await interpret({ profile: `${repository}/profile.json` });
const files = await emit(input.model);
const directory = writeEmitted("by-name", files);
const { validators = {} } = (await importEmitted(directory, "types-by-name.ts")) as unknown as {
  readonly validators: Readonly<Record<string, { is(value: unknown): boolean }>>;
};

describe("by-name", () => {
  it("has every name under which inspect lists a type, and no other", () => {
    const { agreement, sources, model } = input;
    const modules = [["", "index"], ...modulesByOwner(agreement, sources.profile)] as const;
    const listed = modules.flatMap(([owner, path]) =>
      [...exportsOf(moduleAt(model, path)).keys()].map((name) =>
        owner === "" ? name : `${owner}.${name}`,
      ),
    );
    expect(Object.keys(validators).sort()).toEqual(listed.sort());
    expect(listed).toContain("dev.proto.shopping.fulfillment.Checkout");
    for (const name of listed) expect(findType(input, name).name).toBe(name.split(".").at(-1));
  });

  const checkout = JSON.parse(
    readFileSync(path.join(repository, "test/data/instances/checkout.json"), "utf8"),
  ) as { readonly buyer: object };
  const BASE = "dev.proto.shopping.checkout";

  it.each([
    ["dev.proto.shopping.fulfillment", { fulfillment: "by post" }],
    ["dev.proto.shopping.discount", { discounts: "ten" }],
    ["dev.proto.shopping.buyer_consent", { buyer: { ...checkout.buyer, consent: "yes" } }],
    ["dev.proto.shopping.ap2_mandate", { ap2: "signed" }],
  ])("names a type that %s composes by the capability and the type (§2.1.2)", (name, wrong) => {
    const judge = (type: string, value: object) => validators[type]?.is(value);
    for (const type of [BASE, name])
      expect([type, judge(`${type}.Checkout`, checkout)]).toEqual([type, true]);
    // The base does not know the members that the capability adds.
    expect(judge(`${BASE}.Checkout`, { ...checkout, ...wrong })).toBe(true);
    expect(judge(`${name}.Checkout`, { ...checkout, ...wrong })).toBe(false);
  });

  it("compiles, with the type that the name says", () => {
    const use = {
      path: "use-by-name.ts",
      content: `import { validators, type Types } from "./types-by-name.js";
import type { Checkout } from "./capabilities/dev/proto/shopping/fulfillment.js";
import type { Checkout as Whole } from "./index.js";
export const one = (value: Types["dev.proto.shopping.fulfillment.Checkout"]): Checkout => value;
export const all = (value: Types["Checkout"]): Whole => value;
export const parse = (value: unknown): Checkout =>
  validators["dev.proto.shopping.fulfillment.Checkout"].parse(value);
// @ts-expect-error no capability has this type
export type Missing = Types["dev.proto.shopping.fulfillment.Chekout"];
`,
    };
    const all = [...files, use];
    const at = writeEmitted("by-name-use", all);
    expect(compileErrors(at, all, { judged: ["types-by-name.ts", use.path] })).toEqual([]);
  });

  it("is imported by no other module", () => {
    const importers = files.filter(({ content }) => String(content).includes("types-by-name.js"));
    expect(importers.map(({ path }) => path)).toEqual([]);
  });
});
