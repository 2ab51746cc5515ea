/** The code of `docs/guide/validators.md` does what the page says. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { JsonObject } from "@proto-gen/runtime/json";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { codeBlock, pageDirectory } from "../support/documentation.js";
import { repository } from "../support/published.js";

const PAGE = "docs/guide/validators.md";

interface Example {
  readonly request: unknown;
  deliveryOf(answer: unknown): readonly { readonly type: string }[] | undefined;
  statusOf(answer: unknown): string;
  commonWith(platformProfile: unknown): readonly string[];
}

function instance(): JsonObject {
  const file = path.join(repository, "test/data/instances/checkout.json");
  return JSON.parse(readFileSync(file, "utf8")) as JsonObject;
}

describe("the code of Validators", () => {
  let example: Example;

  beforeAll(async () => {
    const { writeCode } = pageDirectory("validators");
    const file = writeCode("validators.ts", codeBlock(PAGE, "ts", "Checkout.is("));
    example = (await import(pathToFileURL(file).href)) as Example;
  }, 180_000);

  it("accepts a valid checkout", () => {
    expect(example.deliveryOf(instance())?.map(({ type }) => type)).toEqual(["shipping", "pickup"]);
    expect(example.statusOf(instance())).toBe(instance()["status"]);
  });

  it("prints the issues that the page shows", () => {
    const { currency: _, fulfillment, ...rest } = structuredClone(instance());
    const { methods } = fulfillment as { readonly methods: readonly JsonObject[] };
    const drones = methods.map((method, index) =>
      index > 0 ? method : { ...method, type: "drone" },
    );
    const printed: string[] = [];
    const log = vi
      .spyOn(console, "error")
      .mockImplementation((text) => void printed.push(`${text}`));
    try {
      expect(example.deliveryOf({ ...rest, fulfillment: { methods: drones } })).toBeUndefined();
    } finally {
      log.mockRestore();
    }
    expect(`${printed.join("\n")}\n`).toBe(codeBlock(PAGE, "text", "$.currency"));
    expect(() => example.statusOf(rest)).toThrow("$.currency is required");
  });

  it("has a request that its validator accepts", async () => {
    const index = path.join(repository, "generated/index.ts");
    const { CheckoutCreateRequest } = (await import(pathToFileURL(index).href)) as {
      readonly CheckoutCreateRequest: { is(value: unknown): boolean };
    };
    expect(CheckoutCreateRequest.is(example.request)).toBe(true);
    expect(CheckoutCreateRequest.is({})).toBe(false);
  });

  it("negotiates", () => {
    const name = "dev.proto.shopping.checkout";
    const capabilities = { [name]: [{ version: "2026-11-27" }] };
    expect(example.commonWith({ proto: { version: "2026-11-27", capabilities } })).toEqual([name]);
  });
});
