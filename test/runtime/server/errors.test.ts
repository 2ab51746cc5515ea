/** Every row of the table of errors, as both transports answer it (§7). */

import { describe, expect, it } from "vitest";
import { ERROR_CODES, ProtocolError, type ProtocolErrorCode } from "@proto-gen/runtime/error";
import type { LogEntry, ServerOptions } from "@proto-gen/runtime/server";
import { callTool, MCP_ERAS, metaOf } from "../../support/mcp-call.js";
import {
  REST_ENDPOINT,
  sampleServer,
  WHOLE,
  type BusinessHandlers,
} from "../../support/sample-business.js";

const KEY = "4f7c4b36-2b6a-4f6e-9a59-9d4ff0f2c7a1";
const ROWS = Object.keys(ERROR_CODES) as ProtocolErrorCode[];
const AGENT = { "Proto-Agent": `profile="${WHOLE}"`, "Request-Id": "request_1" };

type Thrower = readonly [Partial<BusinessHandlers>, Partial<ServerOptions>];

/** Who throws: what stands behind the operation, and what stands before it. */
const SOURCES: Readonly<Record<string, (error: ProtocolError) => Thrower>> = {
  "a handler": (error) => [{ cancelCheckout: () => Promise.reject(error) }, {}],
  "the profiles' port": (error) => [{}, { platforms: { get: () => Promise.reject(error) } }],
};

describe.each(Object.entries(SOURCES))("%s that throws", (_, source) => {
  const serverOf = (code: ProtocolErrorCode, entries: LogEntry[] = []) => {
    const error = new ProtocolError(code, { cause: new Error("from inside") });
    return sampleServer({ created: [], entries }, ...source(error));
  };

  it.each(ROWS)("%s over REST", async (code) => {
    const { status, content } = ERROR_CODES[code];
    const request = new Request(`${REST_ENDPOINT}/checkout-sessions/checkout_1/cancel`, {
      method: "POST",
      headers: { ...AGENT, "Idempotency-Key": KEY },
    });
    const response = await serverOf(code).fetch(request);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ code, content });
  });

  describe.each(MCP_ERAS)("over MCP %s", (era) => {
    it.each(ROWS)("%s", async (code) => {
      const { status, content, jsonRpcCode } = ERROR_CODES[code];
      const entries: LogEntry[] = [];
      const given = { meta: metaOf(WHOLE, KEY), id: "checkout_1" };
      const answer = await callTool(serverOf(code, entries), "cancel_checkout", given, { era });
      expect(answer.status).toBe(200);
      expect(answer.message).toEqual({
        jsonrpc: "2.0",
        id: 1,
        error: { code: jsonRpcCode, message: content, data: { code, content } },
      });
      expect(answer.text).not.toContain("from inside");
      expect(entries).toMatchObject([{ status, code, operation: "cancel_checkout" }]);
      expect(String(entries[0]?.cause)).toContain("from inside");
    });
  });
});

it("is by the table -32001 for what is wrong with a profile, and -32000 for all else (§7)", () => {
  const profiles = ROWS.filter((code) => ERROR_CODES[code].jsonRpcCode === -32001);
  expect(profiles).toEqual([
    "version_unsupported",
    "invalid_profile_url",
    "profile_not_trusted",
    "profile_malformed",
    "profile_unreachable",
  ]);
});
