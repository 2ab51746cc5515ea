/** The schema of the package's own payment handler, judged by the rule for schemas of handlers (§2.1.3). */

import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { lintFiles } from "../../src/lint/lint.js";
import { repository } from "../support/published.js";

const FILE = "handlers/tokenization/payment_handler.json";
const HANDLER = JSON.parse(readFileSync(path.join(repository, "schemas/draft", FILE), "utf8")) as {
  readonly $defs: Readonly<Record<string, object>>;
};

/** What the rule says of the schema without a definition. */
async function said(without?: string): Promise<readonly string[]> {
  const $defs = Object.fromEntries(
    Object.entries(HANDLER.$defs).filter(([name]) => name !== without),
  );
  const bytes = new TextEncoder().encode(JSON.stringify({ ...HANDLER, $defs }));
  const { findings } = await lintFiles({ directory: "release", files: [{ path: FILE, bytes }] });
  return findings
    .filter(({ rule }) => rule === "handler-incomplete")
    .map(({ severity, message }) => `${severity} ${message}`);
}

describe("the schema of a payment handler (§2.1.3)", () => {
  it("is complete with a configuration for business, platform and responses", async () => {
    expect(await said()).toEqual([]);
  });

  it.each(["business_config", "platform_config", "response_config"])(
    "is not complete without %s",
    async (name) => {
      expect(HANDLER.$defs).toHaveProperty(name);
      expect(await said(name)).toEqual([
        expect.stringContaining(`the payment handler's schema has no ${name}`),
      ]);
    },
  );
});
