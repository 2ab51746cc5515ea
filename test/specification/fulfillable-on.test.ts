/** `fulfillable_on` is `now` or a date (§2.6, §2.9), from the next release on in the schemas, too. */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { repository } from "../support/published.js";
import { runTool } from "../support/release.js";
import { temporaryDirectory } from "../write/temporary.js";

const TYPES = path.join(repository, "schemas/draft/shopping/types");
const METHOD = { type: "pickup", line_item_ids: ["line_1"] };

async function problemsWith(schema: string, value: object): Promise<string> {
  const file = path.join(temporaryDirectory(), "value.json");
  writeFileSync(file, JSON.stringify(value));
  return (await runTool(["validate", file, "--schema", path.join(TYPES, schema)])).out;
}

it.each([
  ["now", true],
  ["2026-12-01", true],
  ["2026-12-01T10:00:00Z", true],
  [null, true],
  ["soon", false],
  ["Now", false],
  ["", false],
])("of an available method: %j", async (fulfillable_on, isValid) => {
  const said = await problemsWith("fulfillment_available_method.json", {
    ...METHOD,
    fulfillable_on,
  });
  expect(said.includes("/fulfillable_on")).toBe(!isValid);
});

it.each([
  ["now", true],
  ["2026-12-01T10:00:00Z", true],
  ["in two days", false],
])("of an expectation: %j", async (fulfillable_on, isValid) => {
  const said = await problemsWith("expectation.json", { fulfillable_on });
  expect(said.includes("/fulfillable_on")).toBe(!isValid);
});
