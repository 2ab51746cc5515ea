/** The client that is generated for each release buys from a business that has no code of this project. */

import { BusinessOutcome, ProtocolError } from "@proto-gen/runtime/error";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  buyWith,
  generatePlatform,
  type GeneratedClient,
  type GeneratedPlatform,
} from "../support/peers/generated-platform.js";
import {
  openPlainBusiness,
  type PlainBusiness,
  type PlainFailure,
} from "../support/peers/plain-business.js";
import { openCurl } from "../support/peers/curl-caller.js";
import { openMcp } from "../support/peers/mcp-caller.js";
import { documentsOf } from "../support/peers/release-documents.js";
import { incompleteCalls } from "../support/peers/release-purchase.js";
import { requestsOf } from "../support/peers/release-requests.js";
import { availableReleases } from "../support/published.js";

const STOCK = { code: "stock_reserved", content: "Another checkout holds the last one." };
const MESSAGE = { type: "error", ...STOCK, severity: "requires_buyer_review" };
const JSON_RPC = {
  status: 200,
  body: { error: { code: -32000, message: "Conflict", data: STOCK } },
};
const PROBLEM = { type: "about:blank", title: "Unprocessable", detail: "Nobody drives to 94016." };

describe.each(availableReleases.map((each) => [each.name, each] as const))("%s", (_, release) => {
  const documents = documentsOf(release);
  const requests = requestsOf(documents);
  const { protocol, profile } = documents;
  const metadata = { version: profile[protocol]?.["version"], status: "error" };
  const envelope = { [protocol]: metadata, messages: [MESSAGE] };
  let platform: GeneratedPlatform;
  beforeAll(async () => {
    platform = await generatePlatform(release, documents);
  });

  describe.each(["rest", "mcp"] as const)("%s", (transport) => {
    let business: PlainBusiness;
    let client: GeneratedClient;
    beforeAll(async () => {
      business = await openPlainBusiness(documents);
      client = await platform.connect(business.url, transport);
    });
    afterAll(async () => {
      await client.$close();
      await business.close();
    });

    /** Calls a business that answers so. @returns the result, or what was thrown */
    const afterAnswer = async (failure: PlainFailure): Promise<unknown> => {
      business.failWith(failure);
      try {
        return await client.createCheckout(requests.create("mug"));
      } catch (error) {
        return error;
      } finally {
        business.failWith(undefined);
      }
    };
    const errorAfter = async (failure: PlainFailure): Promise<ProtocolError> => {
      const error = await afterAnswer(failure);
      expect(error).toBeInstanceOf(ProtocolError);
      return error as ProtocolError;
    };

    it("asks for all that the documents require", async () => {
      const open = transport === "rest" ? openCurl : openMcp;
      const endpoint = business.endpoint(transport);
      const caller = await open({ documents, endpoint, platform: "https://agent.example/profile" });
      const calls = incompleteCalls({ caller, requests, transport }, documents);
      for (const [what, call] of calls) {
        const { status } = await caller.call(call);
        expect([what, status]).toEqual([what, transport === "rest" ? 400 : -32602]);
        const why = expect.stringMatching(new RegExp(`\\b${what} is missing$`)) as string;
        expect(business.refused.splice(0)).toEqual([why]);
      }
      await caller.close();
    });

    it("buys, and sends all that the documents require", async () => {
      const answers = await buyWith(client, requests, transport);
      expect(answers.map(({ status }) => status)).toEqual([
        ...["incomplete", "incomplete", "ready_for_complete", "completed", "completed"],
      ]);
      expect(answers).toEqual(business.answers.map(({ body }) => body));
      expect(answers.at(-1)?.order?.id).toBe(`order_${answers[0]?.id}`);
      expect(business.refused).toEqual([]);
    });

    it("cancels", async () => {
      const { id } = await client.createCheckout(requests.create("mug"));
      expect(await client.cancelCheckout({ id })).toMatchObject({ id, status: "canceled" });
    });

    it("has bought from a business whose answers are valid", () => {
      expect(business.answers.length).toBeGreaterThan(6);
      for (const { operation, schema = "", body } of business.answers)
        expect([operation, documents.problem(schema, body)]).toEqual([operation, undefined]);
    });

    it.each<[string, PlainFailure]>([
      ["a body of code and content", { status: 409, body: STOCK }],
      ["an error envelope", { status: 409, body: envelope }],
      ["both", { status: 409, body: { ...STOCK, messages: [{ ...MESSAGE, code: "other" }] } }],
      ...(transport === "mcp"
        ? [["an error of JSON-RPC", JSON_RPC] as [string, PlainFailure]]
        : []),
    ])("says which code and text a refusal has: %s", async (_form, failure) => {
      const error = await errorAfter(failure);
      expect(error.content).toBe(STOCK.content);
      expect(error.received).toMatchObject({ code: STOCK.code });
    });

    it("says what an error of JSON-RPC without data says, with a status of HTTP", async () => {
      const body = {
        jsonrpc: "2.0",
        id: null,
        error: { code: -32602, message: "No such article." },
      };
      const error = await errorAfter({ status: 400, body });
      expect(error.content).toBe("No such article.");
      expect(error.received).toMatchObject({ status: 400, detail: "No such article." });
    });

    it("says which code and detail a body beside the schemas has", async () => {
      const error = await errorAfter({ status: 409, body: { code: "STATE", detail: "Not now." } });
      expect(error.content).toBe("Not now.");
      expect(error.received).toEqual({ status: 409, code: "STATE", detail: "Not now." });
    });

    it.each(["application/json", "application/problem+json"])(
      "says what a problem of RFC 9457 says, as %s",
      async (type) => {
        const error = await errorAfter({ status: 422, type, body: PROBLEM });
        expect(error.content).toBe(PROBLEM.detail);
        expect(error.received).toMatchObject({ status: 422, detail: PROBLEM.detail });
      },
    );

    it("gives an outcome without a checkout", async () => {
      const result = { content: [], structuredContent: envelope };
      const body = transport === "rest" ? envelope : { result };
      const outcome = await afterAnswer({ status: 200, body });
      expect(outcome).toBeInstanceOf(BusinessOutcome);
      expect((outcome as BusinessOutcome).messages).toEqual([MESSAGE]);
    });

    it.each(transport === "mcp" ? [STOCK.content] : [])(
      "says what a failed tool says: %s",
      async (text) => {
        const result = { isError: true, content: [{ type: "text", text }] };
        const error = await afterAnswer({ status: 200, body: { result } });
        // Words alone have no code of the protocol.
        expect(error).toMatchObject({ name: "ClientError", code: "ANSWER_INVALID", content: text });
      },
    );
  });
});
