/**
 * Payloads of service documents that include a root beside rules of their own: as the root, they depend on the extensions that a
 * platform has (ADR 55).
 */

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@proto-gen/runtime/json";
import {
  createSubsetValidators,
  type SubsetValidators,
} from "../../src/runtime/service/subset-validators.js";
import type { Operation, OperationChecks } from "@proto-gen/runtime/codegen/v1";
import { bundleOf, memoryRelease } from "../support/bundle.js";
import { importEmitted } from "../support/emitted.js";
import { published, publishedRelease } from "../support/published.js";

const CHECKOUT = "dev.ucp.shopping.checkout";
const GIFT = "com.acme.gift";
const MANDATE = "dev.ucp.shopping.ap2_mandate";

/** Says nothing of visibility: what it requires, it requires everywhere. */
const SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://acme.com/gift.json",
  $defs: {
    [CHECKOUT]: {
      allOf: [
        { $ref: "https://ucp.dev/schemas/shopping/checkout.json" },
        { type: "object", required: ["gift"], properties: { gift: { type: "string" } } },
      ],
    },
  },
};

describe.skipIf(published === undefined)("completing a checkout of 2026-01-23", () => {
  let checks: SubsetValidators;
  let complete: Operation;

  beforeAll(async () => {
    const release = publishedRelease("2026-01-23");
    const profile = JSON.parse(readFileSync(release.profile, "utf8")) as {
      readonly ucp: { readonly capabilities: JsonObject };
    };
    const entry = {
      version: "2026-01-23",
      spec: "https://acme.com/gift",
      schema: "https://acme.com/gift.json",
      extends: CHECKOUT,
    };
    const capabilities = { ...profile.ucp.capabilities, [GIFT]: [entry] };
    const own = memoryRelease(
      "including",
      { ...profile, ucp: { ...profile.ucp, capabilities } } as unknown as JsonObject,
      { "https://acme.com/gift.json": SCHEMA },
    );
    const { directory } = await bundleOf(
      { ...own, schemas: [...own.schemas, ...release.schemas] },
      "including-payloads",
    );
    const load = async (file: string): Promise<OperationChecks & Record<string, Operation>> =>
      (await importEmitted(directory, file)) as unknown as OperationChecks &
        Record<string, Operation>;
    const { validators } = await load("validators.ts");
    const { surface } = await load("surface.ts");
    checks = createSubsetValidators({ validators, surface });
    complete = (await load("services/dev/ucp/shopping.ts"))["completeCheckout"] as Operation;
  }, 60_000);

  function problemsWith(active: readonly string[], payload: object): readonly string[] {
    const validator = checks.request(complete, new Set(active));
    return (validator?.check(payload) ?? []).map(({ path, code }) => `${path} ${code}`).sort();
  }

  const PAID = { payment: {} };

  it("requires what each extension requires of a platform that has it", () => {
    expect(problemsWith([CHECKOUT, GIFT, MANDATE], PAID)).toEqual([
      "$.ap2 required",
      "$.gift required",
    ]);
    expect(problemsWith([CHECKOUT, GIFT], PAID)).toEqual(["$.gift required"]);
    expect(problemsWith([CHECKOUT, MANDATE], PAID)).toEqual(["$.ap2 required"]);
  });

  it("requires nothing of extensions that a platform does not have", () => {
    expect(problemsWith([CHECKOUT], PAID)).toEqual([]);
  });

  it("has the rules of the root, and its own", () => {
    expect(problemsWith([CHECKOUT], {})).toEqual(["$.payment required"]);
    expect(problemsWith([CHECKOUT], { ...PAID, risk_signals: 1 })).toEqual(["$.risk_signals type"]);
    expect(problemsWith([CHECKOUT, GIFT], { ...PAID, gift: 1 })).toEqual(["$.gift type"]);
  });
});
