/** Profiles (§1.9, §2.1.3, §2.2): whose the protocol's namespace is, what the schema of each payment handler defines, and the shape of the registry. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "../support/published.js";
import { ownProfile } from "../support/own-profile.js";
import { capability, CHECKOUT, diagnosticsIn, release, runTool } from "../support/release.js";
import { createOverRest, sampleServer } from "../support/sample-business.js";

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

describe("the registry of a business", () => {
  const SHOPPING = "dev.proto.shopping.checkout";
  const own = ownProfile();
  const listed = Object.entries(own.proto.capabilities).flatMap(([name, entries]) =>
    entries.map((entry) => ({ name, ...entry })),
  );

  it.each([
    ["a list", listed, expect.arrayContaining([{ name: SHOPPING, version: "2026-11-27" }])],
    [
      "keyed by name",
      own.proto.capabilities,
      expect.objectContaining({ [SHOPPING]: [{ version: "2026-11-27" }] }),
    ],
  ])("has its shape in answers, too: %s (§2.2)", async (_, capabilities, expected: unknown) => {
    const proto = { ...own.proto, capabilities };
    const server = sampleServer({ created: [], entries: [] }, {}, { profile: { ...own, proto } });
    const answer = (await (await createOverRest(server, "key_1")).json()) as {
      readonly proto: { readonly capabilities: unknown };
    };
    expect(answer.proto.capabilities).toEqual(expected);
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
