/** What the runtime does of the facts of a release that need no business around them: `src/facts/facts.ts` has all. */

import { describe, expect, it } from "vitest";
import {
  BusinessOutcome,
  errorMessage,
  warningMessage,
  ProtocolError,
} from "@proto-gen/runtime/error";
import { createSelectEnvelope } from "../../../src/runtime/envelope/create-envelope.js";
import { outcomeMessages } from "../../../src/runtime/envelope/message.js";
import { restErrorBody, toJsonRpcError } from "../../../src/runtime/error/error-body.js";
import { ownerOf, type OrderPlatform } from "@proto-gen/runtime/commerce";
import { createOrders } from "@proto-gen/runtime/codegen/v1/commerce";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { SPECIFICATION_FACTS, type ReleaseFacts } from "@proto-gen/runtime/codegen/generator";
import type { ReleaseValues } from "@proto-gen/runtime/codegen/v1";
import type { CallContext } from "@proto-gen/runtime/server";
import {
  outcomeOfMissing,
  outcomeOfMissingMandate,
} from "../../../src/runtime/server/release-refusals.js";
import { FoundIssue } from "../../../src/runtime/schema/issue.js";
import { orderOf } from "../../support/sample-order.js";

const OWNER = "https://agent.example/profile.json";
const CHECKOUT = "dev.proto.shopping.checkout";

function releaseWith(
  facts: Partial<ReleaseFacts>,
  more: Partial<ReleaseValues> = {},
): ReleaseValues {
  const severities = ["recoverable", "requires_buyer_input", "unrecoverable"] as const;
  return {
    ...{ version: "2026-11-27", severities, discounts: "positive", paymentHandlers: "optional" },
    facts: { ...SPECIFICATION_FACTS, ...facts },
    ...more,
  };
}

describe("the order of another platform (§2.9)", () => {
  const callOf = (profile: string | undefined) =>
    ({ platform: { profile } }) as unknown as Pick<CallContext, "platform">;

  async function ordersOf(foreignOrder: ReleaseFacts["foreignOrder"], profile: string | undefined) {
    const store = createMemoryStorage();
    const orders = createOrders({ store, releaseValues: releaseWith({ foreignOrder }) });
    const platform: OrderPlatform = { profile, webhookUrl: undefined, envelope: {} };
    await store.commit(orders.writesFor(orderOf({ a: 1 }), platform));
    return orders.handlers;
  }

  it.each(["not_found", "unauthorized"] as const)(
    "is read by its platform alone: %s",
    async (fact) => {
      const { getOrder } = await ordersOf(fact, OWNER);
      expect(await getOrder({ id: "ord_1" }, callOf(OWNER))).toMatchObject({ id: "ord_1" });
      for (const other of ["https://other.example/profile.json", undefined]) {
        const read = Promise.resolve(getOrder({ id: "ord_1" }, callOf(other)));
        if (fact === "unauthorized")
          expect(await read).toMatchObject({ messages: [{ type: "error", code: "unauthorized" }] });
        else await expect(read).rejects.toMatchObject({ code: "not_found" });
      }
      await expect(getOrder({ id: "none" }, callOf(OWNER))).rejects.toMatchObject({
        code: "not_found",
      });
    },
  );

  it("is read by its authenticated principal alone, whatever profile a request names", async () => {
    const store = createMemoryStorage();
    const orders = createOrders({ store, releaseValues: releaseWith({}) });
    const as = (id: string) => ({ ...callOf(OWNER), principal: { kind: "client", id } as const });
    const platform: OrderPlatform = {
      ...{ profile: OWNER, webhookUrl: undefined, envelope: {} },
      principal: ownerOf(as("a")).principal,
    };
    await store.commit(orders.writesFor(orderOf({ a: 1 }), platform));
    const { getOrder } = orders.handlers;
    expect(await getOrder({ id: "ord_1" }, as("a"))).toMatchObject({ id: "ord_1" });
    for (const other of [as("b"), callOf(OWNER)])
      await expect(getOrder({ id: "ord_1" }, other)).rejects.toMatchObject({ code: "not_found" });
  });

  it("is read, if its platform has no profile, by callers without a profile alone", async () => {
    const { getOrder } = await ordersOf("not_found", undefined);
    expect(await getOrder({ id: "ord_1" }, callOf(undefined))).toMatchObject({ id: "ord_1" });
    await expect(getOrder({ id: "ord_1" }, callOf(OWNER))).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("errors over the wire (§7)", () => {
  it("have the release's code of JSON-RPC if they are of digest and algorithm", () => {
    for (const code of ["digest_mismatch", "algorithm_unsupported"] as const) {
      expect(toJsonRpcError(new ProtocolError(code)).code).toBe(-32000);
      expect(toJsonRpcError(new ProtocolError(code), { signatureErrors: "-32600" }).code).toBe(
        -32600,
      );
    }
    const others = ["signature_invalid", "invalid_request"] as const;
    for (const code of others)
      expect(toJsonRpcError(new ProtocolError(code), { signatureErrors: "-32600" }).code).toBe(
        -32000,
      );
  });

  it("have messages where the release wants them, for what the caller has done", () => {
    const wrong = new ProtocolError("invalid_request", { content: "$.id is required" });
    const plain = { code: "invalid_request", content: "$.id is required" };
    expect(restErrorBody(wrong, { errorBody: "code" })).toEqual(plain);
    expect(restErrorBody(wrong, { errorBody: "messages" })).toEqual({
      status: "requires_escalation",
      messages: [{ type: "error", ...plain, severity: "requires_buyer_input" }],
    });
    const broken = new ProtocolError("internal_error");
    expect(restErrorBody(broken, { errorBody: "messages" })).toHaveProperty("code");
  });
});

describe("messages without a resource (§2.3)", () => {
  const error = errorMessage({ code: "missing", content: "text", severity: "recoverable" });
  const warning = warningMessage({ code: "slow", content: "text" });

  it("have the severity of the release", () => {
    const own = outcomeMessages([error, warning], true, releaseWith({}));
    expect(own).toEqual([error, warning]);
    const april = releaseWith({ outcomeSeverity: "unrecoverable" });
    expect(outcomeMessages([error, warning], true, april)).toEqual([
      { ...error, severity: "unrecoverable" },
      warning,
    ]);
  });

  it("cannot be resolved where no resource is created or found (§3.2), but for versions (§9.5)", () => {
    const version = errorMessage({
      code: "version_unsupported",
      content: "text",
      severity: "requires_buyer_input",
    });
    const absent = errorMessage({ code: "not_found", content: "text", severity: "recoverable" });
    const final = { ...error, severity: "unrecoverable" };
    expect(outcomeMessages([error, warning, version], false, releaseWith({}))).toEqual([
      final,
      warning,
      version,
    ]);
    expect(outcomeMessages([error, absent], true, releaseWith({}))).toEqual([
      error,
      { ...absent, severity: "unrecoverable" },
    ]);
  });

  it("have one that the release has", () => {
    const severities = ["recoverable"] as const;
    const input = errorMessage({ code: "x", content: "text", severity: "unrecoverable" });
    expect(outcomeMessages([input], true, releaseWith({}, { severities }))).toMatchObject([
      { type: "warning" },
    ]);
    const january = releaseWith({ unknownSeverity: "error" }, { severities });
    expect(outcomeMessages([input], true, january)).toMatchObject([
      { type: "error", severity: "recoverable" },
    ]);
  });
});

describe("the capabilities of an answer (§2.2)", () => {
  const declared = (name: string, ...parents: string[]) => ({
    name,
    version: "1",
    extends: parents,
  });
  const capabilities = [
    declared("com.example.wrap", "com.example.gift"),
    declared("com.example.gift", CHECKOUT, "com.example.cart"),
    declared(CHECKOUT),
    declared("com.example.cart"),
    declared("com.example.search"),
  ].map((each) => ({ ...each, schema: undefined }));
  const names = capabilities.map(({ name }) => name);
  const envelopes = {
    object: Object.fromEntries(names.map((name) => [name, [{ version: "1" }]])),
    array: names.map((name) => ({ name, version: "1" })),
  };

  it.each(Object.entries(envelopes))(
    "are those that the operation concerns: %s",
    (shape, listed) => {
      const envelope = { name: "proto", member: { version: "1", capabilities: listed } } as never;
      const relevant = createSelectEnvelope({ capabilities } as never, {
        answerCapabilities: "relevant",
      });
      const listOf = (capability: string): string[] => {
        const found: unknown = relevant(envelope, capability).member.capabilities;
        return Array.isArray(found)
          ? (found as { name: string }[]).map(({ name }) => name)
          : Object.keys(found as object);
      };
      expect(listOf(CHECKOUT)).toEqual(["com.example.wrap", "com.example.gift", CHECKOUT]);
      expect(listOf("com.example.cart")).toEqual([
        "com.example.wrap",
        "com.example.gift",
        "com.example.cart",
      ]);
      expect(listOf("com.example.search")).toEqual(["com.example.search"]);
      const all = createSelectEnvelope({ capabilities } as never, { answerCapabilities: "active" });
      expect(all(envelope, CHECKOUT)).toBe(envelope);
      expect(shape).toBeDefined();
    },
  );
});

describe("what takes the place of an error", () => {
  const facts = {
    ...SPECIFICATION_FACTS,
    missingResource: "outcome",
    missingMandate: "mandate_required",
  } as const;
  const operation = (capability: string) => ({ capability }) as never;
  const missing = new ProtocolError("not_found", { content: "There is no such checkout." });

  it("is an outcome where a checkout, a cart or an order is not there, and for nothing else", () => {
    for (const name of ["checkout", "cart", "order"])
      expect(
        outcomeOfMissing(operation(`dev.proto.shopping.${name}`), missing, facts),
      ).toBeInstanceOf(BusinessOutcome);
    expect(outcomeOfMissing(operation("com.example.gift"), missing, facts)).toBeUndefined();
    expect(outcomeOfMissing(operation(CHECKOUT), new Error("not_found"), facts)).toBeUndefined();
    expect(
      outcomeOfMissing(operation(CHECKOUT), new ProtocolError("forbidden"), facts),
    ).toBeUndefined();
    expect(outcomeOfMissing(operation(CHECKOUT), missing, SPECIFICATION_FACTS)).toBeUndefined();
  });

  it("is an outcome where the mandate alone is missing, to a platform that has negotiated it", () => {
    const issueAt = (pointer: string, code: "required" | "type" = "required") =>
      new FoundIssue({
        rule: { code, text: "is required" },
        pointer,
        expected: undefined,
        attribution: undefined,
      });
    const active = new Set([CHECKOUT, "dev.proto.shopping.ap2_mandate"]);
    expect(outcomeOfMissingMandate([issueAt("/ap2")], active, facts)).toMatchObject({
      messages: [{ code: "mandate_required", path: "$.ap2" }],
    });
    expect(
      outcomeOfMissingMandate([issueAt("/ap2/checkout_mandate")], active, facts),
    ).toBeDefined();
    expect(
      outcomeOfMissingMandate([issueAt("/ap2"), issueAt("/payment")], active, facts),
    ).toBeUndefined();
    expect(outcomeOfMissingMandate([issueAt("/ap2", "type")], active, facts)).toBeUndefined();
    expect(outcomeOfMissingMandate([issueAt("/ap2x")], active, facts)).toBeUndefined();
    expect(outcomeOfMissingMandate([issueAt("/ap2")], new Set([CHECKOUT]), facts)).toBeUndefined();
    expect(outcomeOfMissingMandate([issueAt("/ap2")], active, SPECIFICATION_FACTS)).toBeUndefined();
  });
});
