/** A method type that an extension adds in the recommended way needs its configuration, too (§2.6). */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { lint } from "../../src/lint/lint.js";
import { ownRelease, repository } from "../support/published.js";
import { diagnosticsIn, release, runTool } from "../support/release.js";

const LOCKER = path.join(repository, "test/extensions/locker/schemas/locker.json");
const CHECKOUT = "dev.proto.shopping.checkout";
const FULFILLMENT = "dev.proto.shopping.fulfillment";

interface Profile {
  readonly proto: { readonly capabilities: Record<string, Record<string, unknown>[]> };
}

interface Schema {
  readonly $defs: Record<string, unknown>;
}

/** What lint finds in the locker extension after a change. */
async function findings(change: (schema: Schema) => void): Promise<string[]> {
  const schema = JSON.parse(readFileSync(LOCKER, "utf8")) as Schema;
  change(schema);
  const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-locker-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(path.join(directory, "locker.json"), JSON.stringify(schema, null, 2));
  const { findings: found } = await lint({ directories: [directory] });
  return found.map(({ rule, message, place }) => `${rule} ${place?.pointer}: ${message}`);
}

/** A checkout with fulfillment in which a method's type has these rules. */
function withMethodType(release: string, type: object): unknown {
  const url = `https://proto.dev/schemas/${release}/shopping/fulfillment.json#/$defs/${CHECKOUT}`;
  const methods = { items: { properties: { type } } };
  const fulfillment = { type: "object", properties: { methods } };
  return { allOf: [{ $ref: url }, { type: "object", properties: { fulfillment } }] };
}

describe("a method type that an extension adds", () => {
  it("is complete with its value and its configuration", async () => {
    expect(await findings(() => {})).toEqual([]);
  });

  it("lacks allows_multi_destination", async () => {
    expect(await findings(({ $defs }) => delete $defs[FULFILLMENT])).toEqual([
      expect.stringMatching(
        /^method-type-incomplete \/\$defs\/method_type\/enum\/0: locker .*not in allows_multi_destination$/,
      ),
    ]);
  });

  it("may be all that an extension adds, whose schema names no enum", async () => {
    const found = await findings((schema) => {
      const { method_type: added } = schema.$defs;
      Object.assign(schema, { $defs: { method_type: added } });
    });
    expect(found).toEqual([
      expect.stringMatching(/^method-type-incomplete .*not in allows_multi_destination$/),
    ]);
  });

  it("is a value of the configuration that a profile has, with or without a role of its own", async () => {
    const schema = JSON.parse(readFileSync(LOCKER, "utf8")) as Schema & { readonly $id: string };
    const { method_type: added } = schema.$defs;
    const profile = JSON.parse(readFileSync(ownRelease.profile, "utf8")) as Profile;
    const { capabilities } = profile.proto;
    const version = capabilities[FULFILLMENT]![0]!["version"];
    capabilities[FULFILLMENT]![0]!["config"] = {
      allows_multi_destination: { shipping: true },
      allows_method_combinations: [["shipping", "locker"]],
    };
    capabilities["com.example.locker"] = [
      { version, spec: "https://example.com/locker", schema: schema.$id, extends: FULFILLMENT },
    ];
    const { args } = release({
      profile,
      schemas: { "locker.json": { ...schema, version, $defs: { method_type: added } } },
    });
    const run = await runTool([...args, "--json"]);
    expect(run.code).toBe(0);
    expect(diagnosticsIn(run).map(({ code }) => code)).toEqual(["COMPOSE_METHOD_TYPE_INCOMPLETE"]);
  });

  it("lacks the value where its configuration has one", async () => {
    const found = await findings(({ $defs }) => delete $defs["method_type"]);
    expect(found).toEqual([
      expect.stringMatching(/locker is in allows_multi_destination, but not in the item enum/),
      expect.stringMatching(/locker is in allows_multi_destination, but not in the type enum/),
    ]);
  });

  it("lacks the value among the combinations that a release lists itself", async () => {
    const found = await findings(({ $defs }) => {
      delete $defs["method_type"];
      $defs[CHECKOUT] = withMethodType("2026-11-20", { enum: ["shipping", "locker"] });
    });
    expect(found.join("\n")).toMatch(/locker is in the type enum .*not in the item enum/);
  });
});

describe("an enum below the top level", () => {
  it.each(["2026-11-20", "2026-11-23"])(
    "of %s refuses a value that allOf cannot add",
    async (release) => {
      const found = await findings(({ $defs }) => {
        delete $defs["method_type"];
        $defs[CHECKOUT] = withMethodType(release, { enum: ["shipping", "locker"] });
      });
      expect(found.join("\n")).toMatch(
        /COMPOSE_VALUE_IMPOSSIBLE .*properties\/type\/enum\/1: .*"locker" at \/fulfillment\/methods\/\*\/type/,
      );
    },
  );

  it.each(["2026-11-20", "2026-11-23"])(
    "of %s is not extended by a list that repeats it and adds a value",
    async (release) => {
      const found = await findings(({ $defs }) => {
        delete $defs["method_type"];
        $defs[CHECKOUT] = withMethodType(release, { enum: ["pickup", "bike", "shipping"] });
      });
      expect(found.join("\n")).toMatch(
        /COMPOSE_CLOSED_ENUM .*properties\/type\/enum\/1: .*"bike" at \/fulfillment\/methods\/\*\/type, but .*enum at .*fulfillment_method(?:_type)?\.json#/,
      );
      expect(found.join("\n")).not.toMatch(/COMPOSE_VALUE_IMPOSSIBLE/);
    },
  );

  it("takes a narrower list, and one with an added value", async () => {
    const narrower = await findings(({ $defs }) => {
      $defs[CHECKOUT] = withMethodType("2026-11-23", { enum: ["shipping", "locker"] });
    });
    expect(narrower).toEqual([]);
  });

  it("has no value in common with a list of others alone", async () => {
    const found = await findings(({ $defs }) => {
      delete $defs[FULFILLMENT];
      delete $defs["method_type"];
      $defs[CHECKOUT] = withMethodType("2026-11-20", { enum: ["drone"] });
    });
    expect(found.join("\n")).toMatch(/COMPOSE_CONTRADICTION/);
  });
});
