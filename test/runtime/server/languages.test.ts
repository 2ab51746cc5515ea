/** The languages of a call: what its handler learns of them, and the texts that its platform gets. */

import { writtenMessage } from "../../../src/runtime/envelope/written-messages.js";
import type { JsonObject } from "@proto-gen/runtime/json";
import { BusinessOutcome, errorMessage, warningMessage } from "@proto-gen/runtime/error";
import { matchLanguage, type BusinessServer, type CallContext } from "@proto-gen/runtime/server";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callTool, metaOf } from "../../support/mcp-call.js";
import {
  checkout,
  ORDERED,
  REST_ENDPOINT,
  sampleServer,
  WHOLE,
} from "../../support/sample-business.js";

const ACCEPT = "Accept-Language";

async function overRest(server: BusinessServer, body: object, headers: object): Promise<object> {
  const request = new Request(`${REST_ENDPOINT}/checkout-sessions`, {
    method: "POST",
    headers: {
      ...headers,
      "Content-Type": "application/json",
      "Proto-Agent": `profile="${WHOLE}"`,
      "Request-Id": "request_1",
      "Idempotency-Key": crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  return ((await server.fetch(request)) as unknown as Response).json() as Promise<object>;
}

async function overMcp(server: BusinessServer, body: object, headers: object): Promise<object> {
  const args = { meta: metaOf(), checkout: body as JsonObject };
  const { message } = await callTool(server, "create_checkout", args, {
    headers: headers as Readonly<Record<string, string>>,
  });
  const { checkout: resource, ...others } = message.result?.structuredContent ?? {};
  return (resource as JsonObject | undefined) ?? others;
}

const TRANSPORTS = [
  ["REST", overRest],
  ["MCP", overMcp],
] as const;

describe.each(TRANSPORTS)("a call over %s", (_, call) => {
  async function languagesOf(body: object, headers: object): Promise<readonly string[]> {
    const created: CallContext[] = [];
    await call(sampleServer({ created, entries: [] }), { ...ORDERED, ...body }, headers);
    return created[0]!.languages;
  }

  it.each([
    [{}, {}, []],
    [{}, { [ACCEPT]: "fr" }, ["fr"]],
    [{}, { [ACCEPT]: "fr-CH, en;q=0.8, de;q=0.9, *;q=0.1" }, ["fr-CH", "de", "en"]],
    [{}, { [ACCEPT]: "fr;q=0, en" }, ["en"]],
    [{ language: "pt-BR" }, { [ACCEPT]: "fr" }, ["pt-BR", "fr"]],
    [{ language: "fr" }, { [ACCEPT]: "fr, en" }, ["fr", "en"]],
    [{ language: "<script>" }, { [ACCEPT]: "en" }, ["en"]],
    [{}, { [ACCEPT]: "fr;;q=x" }, []],
    [{}, { [ACCEPT]: Array.from({ length: 99 }, (_each, at) => `x-${at}`).join() }, 10],
  ] as const)("with the context %j and %j prefers %j", async (context, headers, expected) => {
    const languages = await languagesOf({ context }, headers);
    if (typeof expected === "number") expect(languages).toHaveLength(expected);
    else expect(languages).toEqual(expected);
  });

  it("gets messages in its language, the business's and the runtime's, and others as they are", async () => {
    const french: Readonly<Record<string, string>> = {
      missing: "Choisissez une livraison.",
      gift: "Emballage offert.",
    };
    const messages = [
      writtenMessage("missing"),
      warningMessage({ code: "gift", content: "Gift-wrapped." }),
      warningMessage({ code: "other", content: "Something else." }),
    ];
    const server = sampleServer(
      { created: [], entries: [] },
      { createCheckout: () => ({ ...checkout, messages }) },
      {
        translate: ({ code = "" }, languages) =>
          matchLanguage(languages, ["en", "fr"]) === "fr" ? french[code] : undefined,
      },
    );
    const textsOf = async (headers: object) => {
      const answer = (await call(server, ORDERED, headers)) as typeof checkout;
      return answer.messages?.map(({ content }) => content);
    };
    expect(await textsOf({ [ACCEPT]: "fr-CA" })).toEqual([
      "Choisissez une livraison.",
      "Emballage offert.",
      "Something else.",
    ]);
    const english = messages.map(({ content }) => content);
    for (const headers of [{}, { [ACCEPT]: "de" }, { [ACCEPT]: "en, fr" }])
      expect(await textsOf(headers)).toEqual(english);
  });

  it("gets a refusal in its language", async () => {
    const content = "There is no more of it.";
    const refusal = errorMessage({ code: "out_of_stock", content, severity: "unrecoverable" });
    const server = sampleServer(
      { created: [], entries: [] },
      { createCheckout: () => new BusinessOutcome([refusal]) },
      { translate: (_message, [language]) => (language === "fr" ? "Épuisé." : undefined) },
    );
    expect(JSON.stringify(await call(server, ORDERED, { [ACCEPT]: "fr" }))).toContain("Épuisé.");
    expect(JSON.stringify(await call(server, ORDERED, {}))).toContain(content);
  });
});

describe("matchLanguage", () => {
  it.each([
    [["de-CH"], ["en", "de"], "de"],
    [["de-CH", "fr"], ["fr", "de-AT"], "fr"],
    [["zh-Hant-TW"], ["zh-Hans", "zh-Hant"], "zh-Hant"],
    [["zh-Hans-x-private"], ["zh-Hans"], "zh-Hans"],
    [["EN-us"], ["en-US"], "en-US"],
    [["de"], ["de-CH"], undefined],
    [[], ["en"], undefined],
    [["en"], [], undefined],
  ])("of %j and %j finds %j", (languages, offered, expected) => {
    expect(matchLanguage(languages, offered)).toBe(expected);
  });

  it("ends for every text, and finds only what is offered", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.string()), (languages, offered) => {
        const found = matchLanguage(languages, offered);
        expect(found === undefined || offered.includes(found)).toBe(true);
      }),
    );
  });
});
