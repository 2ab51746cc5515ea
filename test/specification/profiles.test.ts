/** Profiles (§1.9, §2.1.3): whose the protocol's namespace is, and what the schema of each payment handler defines. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "../support/published.js";
import { capability, CHECKOUT, diagnosticsIn, release, runTool } from "../support/release.js";

const SCHEMAS = path.join(repository, "schemas");

const HANDLERS = readdirSync(SCHEMAS, { recursive: true, encoding: "utf8" })
  .map((file) => file.split(path.sep).join("/"))
  .filter((file) => /\/handlers\/[^/]+\/payment_handler\.json$/.test(file));

describe("the schema of a payment handler", () => {
  it("is in every release", () => {
    const releases = readdirSync(SCHEMAS);
    expect(new Set(HANDLERS.map((file) => file.split("/")[0]))).toEqual(new Set(releases));
  });

  it.each(HANDLERS)("%s has a configuration for business, platform and responses", (file) => {
    const text = readFileSync(path.join(SCHEMAS, file), "utf8");
    const { $defs } = JSON.parse(text) as { readonly $defs: Readonly<Record<string, object>> };
    for (const name of ["business_config", "platform_config", "response_config"])
      expect($defs[name]).toMatchObject({
        type: "object",
        properties: expect.any(Object) as unknown,
      });
  });
});

describe("the namespace of the protocol", () => {
  it.each(["dev.proto.shopping.gift", "dev.proto.common.gift", "dev.proto.gift"])(
    "is the governing body's: %s is not declared from another host (§1.9)",
    async (name) => {
      const gift = { [name]: [{ version: "2026-01-01", schema: "https://example.com/gift.json" }] };
      const { args } = release({ capabilities: { ...capability(CHECKOUT), ...gift } });
      const result = await runTool([...args, "--json"]);
      expect(result.code).toBe(4);
      expect(diagnosticsIn(result)).toMatchObject([
        { code: "AUTHORITY_MISMATCH", pointer: `/proto/capabilities/${name}/0/schema` },
      ]);
    },
  );
});
