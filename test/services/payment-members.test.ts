/** The payment of a request to complete a checkout is found by its members, whatever a release names it. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { runTool } from "../support/release.js";
import { temporaryDirectory } from "../write/temporary.js";

const ORIGIN = "https://proto.dev/schemas";
const VERSION = "2026-01-01";
const NAME = "dev.proto.shopping.checkout";

const instrument = {
  type: "object",
  required: ["id", "handler_id"],
  properties: { id: { type: "string" }, handler_id: { type: "string" } },
};

function checkoutWith(members: object, definitions: object = {}): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `${ORIGIN}/checkout.json`,
    name: NAME,
    title: "Checkout",
    type: "object",
    required: ["id"],
    properties: {
      id: { type: "string", proto_request: { create: "omit", update: "omit", complete: "omit" } },
      ...members,
    },
    $defs: definitions,
  };
}

const answer = {
  200: {
    description: "The checkout.",
    content: { "application/json": { schema: { $ref: "checkout.json" } } },
  },
};

const rest = {
  openapi: "3.1.0",
  info: { title: "Shopping", version: VERSION },
  paths: {
    "/checkouts/{id}/complete": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      post: {
        operationId: "complete_checkout",
        requestBody: { content: { "application/json": { schema: { $ref: "checkout.json" } } } },
        responses: answer,
      },
    },
  },
};

const profile = {
  proto: {
    version: VERSION,
    services: {
      "dev.proto.shopping": [
        {
          version: VERSION,
          transport: "rest",
          schema: `${ORIGIN}/rest.json`,
          endpoint: "https://shop.example.com/v1",
        },
      ],
    },
    capabilities: { [NAME]: [{ version: VERSION, schema: `${ORIGIN}/checkout.json` }] },
    payment_handlers: {},
  },
};

/** @returns the directory that was written, and the options that name its input */
function written(checkout: object): { directory: string; input: readonly string[] } {
  const directory = temporaryDirectory();
  mkdirSync(path.join(directory, "schemas"));
  const files = {
    "profile.json": profile,
    "schemas/rest.json": rest,
    "schemas/checkout.json": checkout,
  };
  for (const [file, content] of Object.entries(files))
    writeFileSync(path.join(directory, file), JSON.stringify(content));
  return {
    directory,
    input: [
      ...["--profile", path.join(directory, "profile.json")],
      ...["--schemas", `${path.join(directory, "schemas")}=${ORIGIN}`],
    ],
  };
}

async function generated(
  checkout: object,
  options: readonly string[] = [],
): Promise<{ code: number; err: string; release: string }> {
  const { directory, input } = written(checkout);
  const out = path.join(directory, "generated");
  const { code, err } = await runTool([...input, "--out", out, ...options]);
  const file = path.join(out, "release.ts");
  return { code, err, release: existsSync(file) ? readFileSync(file, "utf8") : "" };
}

/** The list as it is printed, without its line breaks. */
function paymentsIn(release: string): string | undefined {
  return /payments: (\[[^\]]*\])/.exec(release.replace(/\s+/g, " "))?.[1];
}

describe("the payment of a request", () => {
  it.each<[string, object, object?]>([
    [
      "tender, which has instruments",
      {
        tender: {
          type: "object",
          properties: { instruments: { type: "array", items: instrument } },
        },
      },
    ],
    [
      "tender, behind references and a choice",
      { tender: { $ref: "#/$defs/tender" } },
      {
        instrument: { oneOf: [instrument, { type: "object", properties: { note: {} } }] },
        tender: {
          allOf: [
            {
              properties: { instruments: { type: "array", items: { $ref: "#/$defs/instrument" } } },
            },
          ],
        },
      },
    ],
  ])("is %s", async (_, members, definitions) => {
    const { code, err, release } = await generated(checkoutWith(members, definitions));
    expect({ code, err }).toMatchObject({ code: 0, err: expect.not.stringContaining("PAYMENT") });
    expect(paymentsIn(release)).toBe('[ { member: "tender", holds: "instruments", }, ]');
  });

  it("is the one instrument", async () => {
    const { release } = await generated(checkoutWith({ card: instrument }));
    expect(paymentsIn(release)).toBe('[ { member: "card", holds: "instrument", }, ]');
  });

  describe("that nothing looks like", () => {
    const hidden = { ...instrument, proto_request: { complete: "omit" } };
    const checkout = checkoutWith({
      card: hidden,
      note: { type: "object", properties: { text: {} } },
      tender: { type: "object", properties: { instruments: { type: "array" } } },
    });

    it("is refused, since only what a request has counts", async () => {
      const { code, err, release } = await generated(checkout);
      expect(code).toBe(3);
      expect(err).toContain(
        "SERVICE_NO_PAYMENT: no member of the request of complete_checkout is recognised as the payment",
      );
      expect(err).toMatch(/rest\.json/);
      expect(err).toContain("--payment MEMBER");
      expect(release).toBe("");
    });

    it("is refused by mock, too", async () => {
      const { code, err } = await runTool(["mock", ...written(checkout).input, "--port", "0"]);
      expect({ code, err }).toMatchObject({
        code: 3,
        err: expect.stringContaining("SERVICE_NO_PAYMENT"),
      });
    });

    it.each([
      ["note", '[ { member: "note", holds: "instrument", }, ]'],
      ["tender", '[ { member: "tender", holds: "instruments", }, ]'],
      ["none", "[]"],
    ])("is %s if an option says so", async (named, payments) => {
      const { code, release } = await generated(checkout, ["--payment", named]);
      expect(code).toBe(0);
      expect(paymentsIn(release)).toBe(payments);
    });

    it("is not a member that the request lacks", async () => {
      const { code, err } = await generated(checkout, ["--payment", "card"]);
      expect(code).toBe(3);
      expect(err).toContain('the request of complete_checkout has no member "card"');
    });

    it("is not asked about where no server is written", async () => {
      const { code, err } = await generated(checkout, ["--only", "types,validators"]);
      expect({ code, err }).toMatchObject({ code: 0, err: expect.not.stringContaining("PAYMENT") });
    });
  });

  it("is another than the recognised one if an option says so", async () => {
    const members = { card: instrument, tender: { type: "object", properties: { note: {} } } };
    const { release } = await generated(checkoutWith(members), ["--payment", "tender"]);
    expect(paymentsIn(release)).toBe('[ { member: "tender", holds: "instrument", }, ]');
  });
});
