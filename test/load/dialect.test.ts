/** A vendor's schemas that name the dialect: it is never fetched, and their rules hold. */

import { describe, expect, it } from "vitest";
import { createSchemaSet } from "../../src/json-schema/schema-set.js";
import { compileValidator } from "../../src/validate/compile-validator.js";
import { DIALECT } from "../support/dialect.js";
import {
  capability,
  CHECKOUT,
  checkoutAndGift,
  checkoutSchema,
  giftSchema,
  release,
  runTool,
} from "../support/release.js";

const note = { type: "string", maxLength: 3, proto_request: { create: "omit" } };

describe.each([
  ["by its URL", DIALECT.$id],
  ["by a path to a copy", "../node_modules/proto-gen/schemas/draft/dialect.json"],
  ["of a release to come", DIALECT.$id.replace("draft", "2031-01-01")],
])("a schema that names the dialect %s", (_, $schema) => {
  const schemas = {
    "checkout.json": checkoutSchema({ note }, { $schema }),
    "gift.json": { $schema, ...giftSchema({ wrap: { type: "boolean" } }) },
  };

  it("is generated from, and nothing is fetched", async () => {
    const { args } = release({ capabilities: checkoutAndGift(), schemas });
    const { code, err } = await runTool([...args, "--fetch"]);
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("wrote ") as string });
    expect(err).not.toContain("dialect");
  });

  it("refuses what its rules refuse", async () => {
    const { directory } = release({ capabilities: capability(CHECKOUT), schemas });
    const schema = `${directory}/schemas/checkout.json`;
    const check = await compileValidator({ schema, direction: "response" });
    expect(check({ id: "1", total: 1, note: "abc" })).toEqual([]);
    expect(check({ id: "1", total: 1, note: "abcd" })).toHaveLength(1);
  });
});

it("the dialect, where it is among the documents, has the vocabulary of validation", () => {
  const set = createSchemaSet();
  set.add("https://example.com/a.json", { $schema: DIALECT.$id });
  expect(set.assertsValidation("https://example.com/a.json")).toBe(true);
  set.add(DIALECT.$id, DIALECT);
  expect(set.assertsValidation("https://example.com/a.json")).toBe(true);
});
