/** The arguments of tools in releases that were published, which §4.5 has changed since. */

import { describe, expect, it } from "vitest";
import { asProtocolError } from "@proto-gen/runtime/error";
import type { JsonObject } from "@proto-gen/runtime/json";
import { vocabularyOf } from "@proto-gen/runtime/negotiation";
import { readArguments, type ToolOperation } from "../../../src/runtime/mcp/call-tool.js";
import { bundleOf } from "../../support/bundle.js";
import { importEmitted } from "../../support/emitted.js";
import { published, publishedRelease } from "../../support/published.js";

const PROFILE = "https://agent.example/profile.json";
const KEY = "4f7c4b36-2b6a-4f6e-9a59-9d4ff0f2c7a1";
const OTHER_KEY = "0b6f2c1e-57a4-4c64-8f0c-6f6f0d0a1d11";
const vocabulary = vocabularyOf("ucp");
const agent = `profile="${PROFILE}"`;
const meta = { "ucp-agent": { profile: PROFILE } };

type Read = (tool: string, sent: JsonObject, headers?: object) => unknown;

/** What is read of the arguments of a release's tools; of a refusal, its code. */
async function readerOf(name: string): Promise<Read> {
  const { directory } = await bundleOf(publishedRelease(name), `mcp-arguments-${name}`);
  const { validators } = (await importEmitted(directory, "validators.ts")) as unknown as {
    validators: Parameters<typeof readArguments>[3]["validators"];
  };
  const { service } = (await importEmitted(
    directory,
    "services/dev/ucp/shopping.ts",
  )) as unknown as {
    service: { operations: readonly ToolOperation[] };
  };
  return (tool, sent, headers = {}) => {
    const operation = service.operations.find(({ id }) => id === tool) as ToolOperation;
    try {
      return readArguments(operation, sent, headers, { vocabulary, validators });
    } catch (thrown) {
      return asProtocolError(thrown).code;
    }
  };
}

describe.skipIf(published === undefined)("tool arguments in a release", () => {
  it("have a key of their own, a payload in parts and no meta in 2026-01-11", async () => {
    const read = await readerOf("2026-01-11");
    const sent = { id: "checkout_1", idempotency_key: KEY, payment: {} };
    const expected = {
      identifiers: { id: "checkout_1" },
      payload: { payment: {} },
      isChecked: true,
      profile: PROFILE,
      idempotencyKey: KEY,
    };
    expect(read("complete_checkout", sent, { agent })).toEqual(expected);
    expect(read("complete_checkout", { ...sent, meta })).toEqual(expected);
    expect(read("complete_checkout", sent)).toBe("invalid_profile_url");
    expect(read("complete_checkout", { id: "checkout_1" }, { agent })).toBe("invalid_request");
    expect(read("complete_checkout", { ...sent, more: 1 }, { agent })).toBe("invalid_request");
    expect(read("get_checkout", { id: "checkout_1" }, { agent })).toMatchObject({
      payload: undefined,
    });
  });

  it("have a key in meta and one of their own, which must agree, in 2026-01-23", async () => {
    const read = await readerOf("2026-01-23");
    const sent = (key: string): JsonObject => ({
      meta: { ...meta, "idempotency-key": KEY },
      id: "checkout_1",
      idempotency_key: key,
      checkout: {},
    });
    expect(read("complete_checkout", sent(KEY))).toMatchObject({ idempotencyKey: KEY });
    expect(read("complete_checkout", sent(OTHER_KEY))).toBe("invalid_request");
    const { meta: _, ...bare } = sent(KEY);
    expect(read("complete_checkout", bare, { agent })).toBe("invalid_profile_url");
  });
});

it("leaves a payload in parts for the core to check if a tool has no check of its arguments", () => {
  const mcp = { tool: "t", meta: false, idempotencyKey: { required: false, in: [] } };
  const operation = { id: "t", identifiers: [], mcp } as never as ToolOperation;
  const read = readArguments(operation, { payment: {} }, { agent }, { vocabulary, validators: {} });
  expect(read).toEqual({
    identifiers: {},
    payload: { payment: {} },
    profile: PROFILE,
    idempotencyKey: undefined,
  });
});
