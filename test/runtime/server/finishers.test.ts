/** The last hand on a resource before it is sent, over both transports: for whom, when, and what if it fails. */

import { ProtocolError } from "@proto-gen/runtime/error";
import type { JsonObject } from "@proto-gen/runtime/json";
import type { Finisher, FinishedCall, LogEntry, Server } from "@proto-gen/runtime/server";
import { beforeEach, describe, expect, it } from "vitest";
import { callTool, metaOf } from "../../support/mcp-call.js";
import {
  checkout,
  outOfStock,
  ORDERED,
  PLAIN,
  REST_ENDPOINT,
  sampleServer,
  WHOLE,
  type BusinessHandlers,
} from "../../support/sample-business.js";

const MANDATE = "dev.proto.shopping.ap2_mandate";
const CHECKOUT = "dev.proto.shopping.checkout";
const KEY = "00000000-0000-4000-8000-000000000001";

let entries: LogEntry[];
let calls: FinishedCall[];
beforeEach(() => {
  entries = [];
  calls = [];
});

function serverWith(
  finishers: Readonly<Record<string, Finisher>>,
  own: Partial<BusinessHandlers> = {},
): Server {
  return sampleServer({ created: [], entries }, own, { finishers });
}

interface Sent {
  readonly body: JsonObject;
  readonly text: string;
}

async function overRest(server: Server, agent = WHOLE): Promise<Sent> {
  const response = await server.fetch(
    new Request(`${REST_ENDPOINT}/checkout-sessions`, {
      method: "POST",
      headers: {
        "Proto-Agent": `profile="${agent}"`,
        "Request-Id": "request_1",
        "Idempotency-Key": KEY,
        "Content-Type": "application/json",
      },
      body: JSON.stringify(ORDERED),
    }),
  );
  const text = await response.text();
  return { text, body: JSON.parse(text) as JsonObject };
}

async function overMcp(server: Server, agent = WHOLE): Promise<Sent> {
  const parameters = { meta: metaOf(agent, KEY), checkout: ORDERED };
  const { message, text } = await callTool(server, "create_checkout", parameters);
  const content = message.result?.structuredContent;
  return { text, body: (content?.["checkout"] ?? content ?? message.error?.data) as JsonObject };
}

/** Signs, as it were: with how often it was asked. */
function stamp(name = "stamped"): Finisher {
  return (body, call) => {
    calls.push(call);
    return { ...body, [name]: calls.length };
  };
}

const failed = { code: "internal_error", content: expect.any(String) as string };

describe.each([
  ["REST", overRest],
  ["MCP", overMcp],
])("a finisher over %s", (_, call) => {
  it("is given what this platform is sent, and has the last word", async () => {
    let given: object = {};
    const finisher: Finisher = async (body, told) => {
      given = body;
      calls.push(told);
      return { ...body, stamped: Object.keys(body).length };
    };
    const { body } = await call(serverWith({ [MANDATE]: finisher }));
    const { stamped, ...rest } = body;
    expect(rest).toEqual(JSON.parse(JSON.stringify(given)));
    expect(rest).toHaveProperty("proto.status", "success");
    expect(stamped).toBe(Object.keys(rest).length);
    expect(calls).toMatchObject([
      { operation: { id: "create_checkout" }, platform: { profile: WHOLE } },
    ]);
  });

  it("is not called if the platform does not have its capability (DESIGN §9)", async () => {
    const { body } = await call(serverWith({ [MANDATE]: stamp() }), PLAIN);
    expect(body).not.toHaveProperty("stamped");
    expect(calls).toEqual([]);
  });

  it("is called for everyone if it is of the operation's own capability, before those that add to it", async () => {
    const finishers = { [MANDATE]: stamp("added"), [CHECKOUT]: stamp("root") };
    expect((await call(serverWith(finishers), PLAIN)).body).toMatchObject({ root: 1 });
    calls = [];
    expect((await call(serverWith(finishers))).body).toMatchObject({ root: 1, added: 2 });
  });

  it("is not asked again for a duplicate: what is stored is what it made (§4.8)", async () => {
    const server = serverWith({ [MANDATE]: stamp() });
    const first = await call(server);
    expect(first.body).toHaveProperty("stamped", 1);
    expect((await call(server)).text).toBe(first.text);
    expect(calls).toHaveLength(1);
  });

  it("does not touch an answer without a resource (§7)", async () => {
    const { body } = await call(
      serverWith({ [MANDATE]: stamp() }, { createCheckout: () => outOfStock }),
    );
    expect(body).toHaveProperty("proto.status", "error");
    expect(calls).toEqual([]);
  });

  it("fails the request if its resource is not valid", async () => {
    const spoil: Finisher = (body) => ({ ...body, status: "nowhere" });
    expect((await call(serverWith({ [MANDATE]: spoil }))).body).toEqual(failed);
    expect(String(entries[0]?.cause)).toContain("the answer of create_checkout is not valid");
  });

  it("causes no second effect if it throws, whatever it throws", async () => {
    let effects = 0;
    const refuse: Finisher = () => Promise.reject(new ProtocolError("temporarily_unavailable"));
    const handler = () => ({ ...checkout, id: `checkout_${++effects}` });
    const server = serverWith({ [MANDATE]: refuse }, { createCheckout: handler });
    expect((await call(server)).body).toEqual(failed);
    expect((await call(server)).body).toEqual(failed);
    expect(effects).toBe(1);
    expect(String(entries[0]?.cause)).toContain(`the finisher of ${MANDATE} failed`);
  });
});

it("refuses, at the start, a finisher of a capability that no resource has: nothing would be signed", () => {
  expect(() => serverWith({ "dev.proto.shopping.ap2_mandat": stamp() })).toThrow(TypeError);
  // It is no extension of what anyone is given.
  expect(() => serverWith({ "dev.proto.shopping.order": stamp() })).toThrow(
    "unknown capability dev.proto.shopping.order",
  );
});

it("takes no inherited member for a finisher", () => {
  expect(() =>
    serverWith(Object.create({ [MANDATE]: stamp() }) as Record<string, Finisher>),
  ).not.toThrow();
  expect(() => serverWith({ constructor: stamp() })).toThrow(TypeError);
});
