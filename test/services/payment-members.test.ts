/** The payment of a request to complete a checkout is found by its members, whatever a release names it. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

async function generated(
  checkout: object,
): Promise<{ code: number; err: string; release: string }> {
  const directory = temporaryDirectory();
  mkdirSync(path.join(directory, "schemas"));
  const files = {
    "profile.json": profile,
    "schemas/rest.json": rest,
    "schemas/checkout.json": checkout,
  };
  for (const [file, content] of Object.entries(files))
    writeFileSync(path.join(directory, file), JSON.stringify(content));
  const out = path.join(directory, "generated");
  const { code, err } = await runTool([
    ...["--profile", path.join(directory, "profile.json"), "--out", out],
    ...["--schemas", `${path.join(directory, "schemas")}=${ORIGIN}`],
  ]);
  return {
    code,
    err,
    release: code === 0 ? readFileSync(path.join(out, "release.ts"), "utf8") : "",
  };
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

  it("is missed where nothing looks like one, and only the request counts", async () => {
    const hidden = { ...instrument, proto_request: { complete: "omit" } };
    const { code, err, release } = await generated(
      checkoutWith({ card: hidden, note: { type: "object", properties: { text: {} } } }),
    );
    expect(code).toBe(0);
    expect(err).toContain(
      "warning: SERVICE_NO_PAYMENT: no member of the request of complete_checkout is recognised as the payment",
    );
    expect(paymentsIn(release)).toBe("[]");
  });
});
