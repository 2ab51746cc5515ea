/** The headers of a call as its handler reads them: those of its HTTP request, over both transports. */

import type { BusinessServer, CallContext } from "@proto-gen/runtime/server";
import { describe, expect, it } from "vitest";
import { callTool, metaOf } from "../../support/mcp-call.js";
import { createOverRest, ORDERED, sampleServer } from "../../support/sample-business.js";

const SENT = { "X-Country": "FR" };

const CALLS: readonly (readonly [string, (server: BusinessServer) => Promise<unknown>])[] = [
  ["REST", (server) => createOverRest(server, "key_1", SENT)],
  [
    "MCP",
    (server) => {
      const checkout = { ...ORDERED };
      return callTool(server, "create_checkout", { meta: metaOf(), checkout }, { headers: SENT });
    },
  ],
];

describe.each(CALLS)("the headers of a call over %s", (_, call) => {
  async function contextOfCall(): Promise<CallContext> {
    const created: CallContext[] = [];
    await call(sampleServer({ created, entries: [] }));
    const [context] = created;
    if (context === undefined) throw new Error("the handler was not called");
    return context;
  }

  it("have what was sent, by names in any case", async () => {
    const { headers } = await contextOfCall();
    expect([headers.get("X-Country"), headers.get("x-country")]).toEqual(["FR", "FR"]);
    expect(headers.get("X-Other")).toBeNull();
  });

  it("are frozen, and the same each time", async () => {
    const context = await contextOfCall();
    expect(Object.isFrozen(context.headers)).toBe(true);
    expect(context.headers).toBe(context.headers);
  });
});

it("gives a call of the business's own no headers", async () => {
  const created: CallContext[] = [];
  const server = sampleServer({ created, entries: [] });
  await createOverRest(server, "key_1", SENT);
  const [{ platform }] = created as [CallContext];
  expect(server.contextFor("update_checkout", platform).headers.get("X-Country")).toBeNull();
});
