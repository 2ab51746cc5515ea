/** What a client makes of answers that deviate, by its option `validate`, over REST and over MCP (§9.6). */

import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import { ClientError } from "@proto-gen/runtime/client";
import type { CallingOptions } from "../../../src/runtime/client/definition.js";
import { mcp } from "@proto-gen/runtime/client/mcp";
import { clientSignatures } from "@proto-gen/runtime/signature";
import { answersOverMcp } from "../../support/mcp-answers.js";
import { connect, json, ORDERED, sample, scripted } from "../../support/sample-client.js";

type Options = Partial<Pick<CallingOptions, "validate" | "onInvalidAnswer">>;
type Use = (client: Methods) => Promise<unknown>;

interface Methods {
  getCheckout(request: { id: string }): Promise<unknown>;
  createCheckout(request: object): Promise<unknown>;
}

const READS: readonly [string, Use] = ["reads", (client) => client.getCheckout({ id: "c" })];
const WRITES: readonly [string, Use] = ["writes", (client) => client.createCheckout(ORDERED)];

/** A client whose calls are all answered with this. */
const TRANSPORTS = {
  async rest(answer: unknown, options: Options): Promise<Methods> {
    const { fetch } = scripted(() => json(answer));
    return (await connect({ fetch, retries: 0, ...options })) as unknown as Methods;
  },
  async mcp(answer: unknown, options: Options): Promise<Methods> {
    const { fetch } = scripted(answersOverMcp({ result: resultOf(answer) }));
    const client = await connect<"mcp">({ fetch, transport: mcp, retries: 0, ...options });
    return client as unknown as Methods;
  },
} as const;

function resultOf(content: unknown): object {
  return { structuredContent: content, content: [{ type: "text", text: JSON.stringify(content) }] };
}

async function thrownBy(call: Promise<unknown>): Promise<ClientError> {
  const error = await call.then(
    (value) => expect.unreachable(`it gave ${JSON.stringify(value)}`),
    (each: unknown) => each,
  );
  expect(error).toBeInstanceOf(ClientError);
  return error as ClientError;
}

const SECRET = "secret-8f2c";
const { totals: _, ...withoutTotals } = sample;
const deviating = { ...withoutTotals, x_note: SECRET };
const envelope = { version: "2026-11-27", status: "error", capabilities: {} };
const badOutcome = {
  proto: envelope,
  messages: [{ type: "error", code: "late", content: 7, severity: "unrecoverable" }],
};

describe.each(["rest", "mcp"] as const)("over %s, a call that", (transport) => {
  const client = TRANSPORTS[transport];

  describe.each([READS, WRITES])("%s", (_name, use) => {
    it.each([undefined, true, "throw"] as const)("throws, with validate: %s", async (validate) => {
      const onInvalidAnswer = vi.fn();
      const options = validate === undefined ? {} : { validate };
      const error = await thrownBy(use(await client(deviating, { ...options, onInvalidAnswer })));
      expect(error.code).toBe("ANSWER_INVALID");
      expect(error.content).toBe(
        "The answer is not what the protocol says: /totals is required (required), found nothing.",
      );
      expect(error.issues).toMatchObject([{ code: "required", pointer: "/totals" }]);
      expect(error.answer).toEqual(deviating);
      expect(error.call?.requestId).toEqual(expect.any(String));
      expect(onInvalidAnswer).not.toHaveBeenCalled();
    });

    it("returns what deviates and says what is wrong, with validate: report", async () => {
      const onInvalidAnswer = vi.fn();
      const shop = await client(deviating, { validate: "report", onInvalidAnswer });
      expect(await use(shop)).toEqual(deviating);
      expect(onInvalidAnswer.mock.calls).toMatchObject([
        [[{ code: "required", pointer: "/totals" }], { requestId: expect.any(String) as string }],
      ]);
    });

    it("reports nothing of a sound answer", async () => {
      const onInvalidAnswer = vi.fn();
      const shop = await client(sample, { validate: "report", onInvalidAnswer });
      expect(await use(shop)).toEqual(sample);
      expect(onInvalidAnswer).not.toHaveBeenCalled();
    });

    it("returns it with validate: report also if nobody is told", async () => {
      expect(await use(await client(deviating, { validate: "report" }))).toEqual(deviating);
    });

    it("returns it unseen with validate: false", async () => {
      const onInvalidAnswer = vi.fn();
      const shop = await client(deviating, { validate: false, onInvalidAnswer });
      expect(await use(shop)).toEqual(deviating);
      expect(onInvalidAnswer).not.toHaveBeenCalled();
    });

    it.each<[string, () => unknown]>([
      [
        "throws",
        () => {
          throw new Error("no log");
        },
      ],
      ["rejects", () => Promise.reject(new Error("no log"))],
      ["never ends", () => new Promise(() => undefined)],
    ])("returns it where onInvalidAnswer %s", async (_what, onInvalidAnswer) => {
      const shop = await client(deviating, { validate: "report", onInvalidAnswer });
      expect(await use(shop)).toEqual(deviating);
    });

    it("returns an error envelope that deviates as an outcome, with validate: report", async () => {
      const onInvalidAnswer = vi.fn();
      const shop = await client(badOutcome, { validate: "report", onInvalidAnswer });
      const outcome = await use(shop);
      expect(outcome).toBeInstanceOf(BusinessOutcome);
      expect(outcome).toMatchObject({ body: badOutcome });
      expect(onInvalidAnswer.mock.calls).toMatchObject([
        [[{ pointer: "/messages/0/content" }], {}],
      ]);
    });

    it("throws an error envelope that deviates, with it", async () => {
      const error = await thrownBy(use(await client(badOutcome, {})));
      expect(error.answer).toEqual(badOutcome);
      expect(error.content).toMatch(
        "/messages/0/content must be of type string (type), found a number.",
      );
    });

    it.each<[string, unknown]>([
      ["an array", [sample]],
      ["a text", "created"],
      ["a number", 7],
    ])("throws %s in every mode, with it", async (_what, answer) => {
      for (const validate of ["throw", "report", false] as const) {
        const error = await thrownBy(use(await client(answer, { validate })));
        expect(error).toMatchObject({ code: "ANSWER_INVALID" });
        expect(error.answer).toEqual(answer);
      }
    });

    it("returns an object that is neither resource nor envelope where it is reported alone", async () => {
      const onInvalidAnswer = vi.fn();
      const neither = { greeting: "hello" };
      expect(await use(await client(neither, { validate: "report", onInvalidAnswer }))).toEqual(
        neither,
      );
      expect(onInvalidAnswer).toHaveBeenCalledOnce();
      for (const validate of ["throw", false] as const)
        expect((await thrownBy(use(await client(neither, { validate })))).answer).toEqual(neither);
    });

    it("throws an error whose answer no log, copy or JSON has", async () => {
      const error = await thrownBy(use(await client(deviating, {})));
      const shown = [
        inspect(error),
        inspect(error, { depth: Infinity, showHidden: true }),
        JSON.stringify(error),
        JSON.stringify({ ...error }),
        JSON.stringify(Object.entries(error)),
        inspect(structuredClone(error), { showHidden: true }),
        String(error),
        error.stack ?? "",
      ];
      expect(error.answer).toMatchObject({ x_note: SECRET });
      expect(shown.filter((each) => each.includes(SECRET))).toEqual([]);
      const names: string[] = [];
      for (const name in error) names.push(name);
      expect(names).not.toContain("answer");
    });

    it("names the kind of value that it found, never the value", async () => {
      const found = async (status: unknown): Promise<string> =>
        (await thrownBy(use(await client({ ...sample, status }, {})))).content;
      expect(await found(SECRET)).toMatch(/\/status .* \(enum\), found a string\.$/);
      expect(await found(SECRET)).not.toContain(SECRET);
      expect(await found(4711)).toMatch(/found a number\.$/);
      expect(await found(null)).toMatch(/found null\.$/);
      expect(await found(false)).toMatch(/found a boolean\.$/);
      expect(await found([SECRET])).toMatch(/found an array\.$/);
      expect(await found({ [SECRET]: 1 })).toMatch(/found an object\.$/);
    });
  });

  it("is not sent if its request is not valid, where answers are reported", async () => {
    const shop = await client(sample, { validate: "report" });
    await expect(shop.createCheckout({ currency: 7 })).rejects.toMatchObject({
      code: "REQUEST_INVALID",
    });
  });
});

describe("over REST", () => {
  it("puts no control characters of a response's member names into the error", async () => {
    const hostile = {
      ...sample,
      totals: [],
      payment: { handlers: [{ "a\n\u001b[31m\u202e": 1 }] },
    };
    const error = await thrownBy((await TRANSPORTS.rest(hostile, {})).getCheckout({ id: "c" }));
    expect(error.message + error.content).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  it("attaches no response whose signature is invalid to the error", async () => {
    const signatures = clientSignatures({});
    const signed = { "Signature-Input": 'sig1=("@status");keyid="k"', Signature: "sig1=:AA==:" };
    for (const validate of ["throw", "report", false] as const) {
      const { fetch } = scripted(() => json(deviating, 200, signed));
      const client = await connect({ fetch, signatures, validate, retries: 0 });
      const error = await thrownBy(client.getCheckout({ id: "c" }));
      expect(error.content).toMatch(/^The answer's signature is invalid/);
      expect(error.answer).toBeUndefined();
    }
  });

  it.each([400, 409, 422, 500])(
    "attaches the body of a response with status %s to the error, but not to logs",
    async (status) => {
      const body = { code: "odd", content: "No.", hint: SECRET };
      const { fetch } = scripted(() => json(body, status));
      const client = await connect({ fetch, retries: 0 });
      const error: unknown = await client.getCheckout({ id: "c" }).catch((each: unknown) => each);
      expect((error as ClientError).answer).toEqual(body);
      expect(inspect(error) + JSON.stringify(error)).not.toContain(SECRET);
    },
  );

  it.each(["reprot", "", null, 0])("refuses %j as a value of `validate`", async (validate) => {
    const { fetch, discoveries } = scripted(() => json(sample));
    await expect(connect({ fetch, validate: validate as never })).rejects.toMatchObject({
      code: "OPTIONS_INVALID",
      content: 'validate: expected "throw", "report" or false.',
    });
    expect(discoveries).toEqual([]);
  });
});
