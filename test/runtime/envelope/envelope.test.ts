/** Envelopes, failures and what is never echoed (§2.2, §2.5, §7), under what is generated for them. */

import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { beforeAll, describe, expect, it } from "vitest";
import {
  attachEnvelope,
  createEnvelope,
  createNegotiator,
  type ResponseHandlers,
} from "@proto-gen/runtime/server";
import {
  errorEnvelope,
  negotiationFailure,
} from "../../../src/runtime/envelope/business-outcome.js";
import { errorMessage, infoMessage, warningMessage } from "@proto-gen/runtime/error";
import { withoutCredentials } from "../../../src/runtime/envelope/member-removals.js";
import {
  offeredHandlers,
  withPaymentHandlers,
  type Envelope,
  type RegistryShape,
} from "../../../src/runtime/envelope/create-envelope.js";
import type { JsonObject } from "@proto-gen/runtime/json";
import type { OperationValidators } from "@proto-gen/runtime/codegen/v1";
import { Cart, Checkout, Order } from "../../../generated/index.js";
import { agreement } from "../../../generated/negotiation.js";
import { ErrorEnvelope } from "../../../generated/schemas/shopping/types/error-envelope.js";
import { createInstance } from "../../../src/model/instance/create-instance.js";
import { bundleOf, toolsOf, WHOLE_TOOLS, type Bundle } from "../../support/bundle.js";
import { importEmitted } from "../../support/emitted.js";
import { deepFreeze } from "../../support/oracle/mutate.js";
import { instance, readJson } from "../../support/oracle/releases.js";
import { ownRelease, published, checkoutReleases } from "../../support/published.js";

const SHAPES: readonly RegistryShape[] = ["array", "keyed"];
const CONTINUE = "https://business.example.com/continue";
const CHECKOUT = "dev.proto.shopping.checkout";

const handlers: ResponseHandlers = deepFreeze({
  "dev.proto.tokenization": [
    { id: "tokenizer", version: "2026-11-27", config: { environment: "sandbox" } },
    { id: "second", version: "2026-11-27" },
  ],
  "com.example.later": [{ id: "later", version: "2026-11-27" }],
});

function envelope(shape: RegistryShape = "keyed"): Envelope<"proto"> {
  const paymentHandlers = handlers;
  return deepFreeze(createEnvelope({ name: "proto", agreement, shape, paymentHandlers }));
}

const FAILURES = [
  [
    "an error envelope",
    (from: Envelope) =>
      errorEnvelope({
        envelope: from,
        messages: [
          errorMessage({ code: "out_of_stock", content: "Sold out.", severity: "unrecoverable" }),
          errorMessage({
            code: "missing",
            content: "Enter an email address.",
            severity: "recoverable",
            path: "$.buyer.email",
          }),
          warningMessage({ code: "quantity_adjusted", content: "Two are left.", path: "$.a" }),
          infoMessage({ code: "not_found", content: "item_1" }),
          infoMessage({ content: "Wrapping is free." }),
        ],
        continueUrl: CONTINUE,
      }),
  ],
  [
    "one without a place to go on",
    (from: Envelope) => errorEnvelope({ envelope: from, messages: [] }),
  ],
  [
    "a negotiation failure",
    (from: Envelope) => negotiationFailure({ envelope: from, continueUrl: CONTINUE }),
  ],
] as const;

describe.each(SHAPES)("the envelope of a business whose registry is %s", (shape) => {
  it("is valid in every resource, whatever stood there before", () => {
    for (const [validator, name] of [
      [Checkout, "checkout"],
      [Cart, "cart"],
      [Order, "order"],
    ] as const) {
      const { proto: _, ...body } = deepFreeze(instance(name));
      for (const given of [body, { ...body, proto: { version: "draft" } }]) {
        const answer = attachEnvelope(deepFreeze(given), envelope(shape));
        expect(validator.check(answer), name).toEqual([]);
        expect(Object.keys(answer)[0]).toBe("proto");
        expect(answer.proto.version).toBe("2026-11-27");
        expect(answer.proto.status).toBe("success");
      }
    }
  });

  it.each(FAILURES)("is valid in %s", (_, failureOf) => {
    const failure = failureOf(envelope(shape));
    expect(ErrorEnvelope.check(failure)).toEqual([]);
    expect(Object.keys(failure)[0]).toBe("proto");
    expect(failure["proto"]?.status).toBe("error");
  });
});

describe("the member of a response", () => {
  const few = {
    version: "2026-11-27",
    capabilities: [{ name: CHECKOUT, version: "2026-11-27", extends: [], config: { secret: 1 } }],
    excluded: [],
  };

  it("lists capabilities in the shape of the business's own profile", () => {
    const memberOf = (shape: RegistryShape): unknown =>
      createEnvelope({ name: "ucp", agreement: few, shape }).member;
    expect(memberOf("array")).toEqual({
      version: "2026-11-27",
      status: "success",
      capabilities: [{ name: CHECKOUT, version: "2026-11-27" }],
    });
    expect(memberOf("keyed")).toEqual({
      version: "2026-11-27",
      status: "success",
      capabilities: { [CHECKOUT]: [{ version: "2026-11-27" }] },
    });
  });

  it("has the payment handlers that the cart's context allows (§2.5)", () => {
    const offered = (usable?: ReadonlySet<string>): unknown =>
      withPaymentHandlers(envelope(), offeredHandlers(handlers, usable)).member.payment_handlers;
    expect(offered()).toEqual(handlers);
    expect(offered(new Set(["second"]))).toEqual({
      "dev.proto.tokenization": [{ id: "second", version: "2026-11-27" }],
    });
    expect(offered(new Set())).toEqual({});
    expect(createEnvelope({ name: "proto", agreement, shape: "keyed" }).member).not.toHaveProperty(
      "payment_handlers",
    );
  });

  it("shows nothing of a handler but what responses may show (§2.1.3)", () => {
    const declared = { id: "x", version: "draft", business_config: { key: "secret" }, config: {} };
    const { member } = withPaymentHandlers(
      envelope(),
      offeredHandlers({ "com.example.pay": [declared] }),
    );
    expect(JSON.stringify(member)).not.toContain("secret");
  });

  it("is attached without a change to the resource, members named __proto__ too", () => {
    const body = deepFreeze(JSON.parse('{"id": "x", "__proto__": {"a": 1}}') as JsonObject);
    const answer = attachEnvelope(body, envelope());
    expect(JSON.stringify({ ...answer, proto: 1 })).toBe(
      '{"proto":1,"id":"x","__proto__":{"a":1}}',
    );
    expect(Object.getPrototypeOf(answer)).toBe(Object.prototype);
  });
});

describe("a negotiation failure (§9.5, DESIGN §12)", () => {
  it("escalates, with one message", () => {
    const { proto, ...failure } = negotiationFailure({
      envelope: envelope(),
      continueUrl: CONTINUE,
      content: "Later than ours.",
    });
    expect(proto.status).toBe("error");
    expect(failure).toEqual({
      status: "requires_escalation",
      messages: [
        {
          type: "error",
          code: "version_unsupported",
          content: "Later than ours.",
          severity: "requires_buyer_input",
        },
      ],
      continue_url: CONTINUE,
    });
    expect(envelope().member.status).toBe("success");
  });

  it("is what a later platform gets", () => {
    const { agreementFor } = createNegotiator({ name: "proto", agreement, registryShape: "array" });
    const later = {
      proto: { version: "2027-01-01", capabilities: { [CHECKOUT]: [{ version: "2026-11-27" }] } },
    };
    const platform = agreementFor(later);
    expect(platform.active.size).toBe(0);
    const failure = negotiationFailure({ envelope: platform.envelope, continueUrl: CONTINUE });
    expect(failure.proto.capabilities).toEqual([]);
    expect(ErrorEnvelope.check(failure)).toEqual([]);
  });
});

describe("the agreement with a platform", () => {
  const profile = (...names: string[]): JsonObject => ({
    proto: {
      version: "2026-11-27",
      capabilities: names.map((name) => ({ name, version: "2026-11-27" })),
    },
  });
  const create = (capacity?: number) =>
    createNegotiator({
      name: "proto",
      agreement,
      registryShape: "keyed",
      ...(capacity === undefined ? {} : { capacity }),
    });

  it("has the capabilities of both, and its envelope", () => {
    const { agreementFor } = create();
    const { active, envelope: own } = agreementFor(profile(CHECKOUT, "com.example.other"));
    expect([...active]).toEqual([CHECKOUT]);
    expect(own.member.capabilities).toEqual({ [CHECKOUT]: [{ version: "2026-11-27" }] });
    const whole = agreementFor(readJson("profile.json"));
    expect(whole.agreement.capabilities.map(({ name }) => name)).toEqual(
      agreement.capabilities.map(({ name }) => name),
    );
  });

  it("is made once for each content of a profile", () => {
    const { agreementFor } = create();
    const url = "https://platform.example/profile.json";
    const first = agreementFor(profile(CHECKOUT), { url, content: "1" });
    expect(agreementFor(profile(), { url, content: "1" })).toBe(first);
    const second = agreementFor(profile(), { url, content: "2" });
    expect(second.active.size).toBe(0);
    expect(agreementFor(profile(CHECKOUT), { url, content: "1" })).not.toBe(first);
    expect(agreementFor(profile(), { url: `${url}?2`, content: "1" }).active.size).toBe(0);
  });

  it("is remembered for so many platforms only, those heard of last", () => {
    const { agreementFor } = create(2);
    const of = (url: string): unknown => agreementFor(profile(CHECKOUT), { url, content: "" });
    const [a, b] = [of("a"), of("b")];
    expect(of("a")).toBe(a);
    of("c");
    expect(of("a")).toBe(a);
    expect(of("b")).not.toBe(b);
  });

  it("is not remembered where a profile cannot be read", () => {
    const { agreementFor } = create();
    const identity = { url: "https://platform.example/", content: "1" };
    expect(() => agreementFor({ proto: {} }, identity)).toThrow("expected a version");
    expect(() => agreementFor(null, identity)).toThrow("expected an object");
    expect(agreementFor(profile(CHECKOUT), identity).active.size).toBe(1);
  });
});

describe("withoutCredentials (§2.5)", () => {
  it("removes the credential of each instrument, and nothing else", () => {
    const instrument = { id: "pi_1", handler_id: "tokenizer", type: "card" };
    const credential = { type: "token", token: "secret" };
    const value = deepFreeze({
      id: "x",
      payment: {
        handlers: [],
        instruments: [
          { ...instrument, credential },
          instrument,
          { ...instrument, credential: null },
        ],
      },
    });
    expect(withoutCredentials(value)).toEqual({
      id: "x",
      payment: { handlers: [], instruments: [instrument, instrument, instrument] },
    });
  });

  it("returns a value without credentials itself", () => {
    for (const name of ["checkout", "checkout-completed", "cart", "order"]) {
      const value = deepFreeze(instance(name));
      expect(withoutCredentials(value)).toBe(value);
    }
    for (const value of [null, 7, { payment: null }, { payment: { instruments: "x" } }])
      expect(withoutCredentials(value)).toBe(value);
  });
});

describe.each([ownRelease, ...(published === undefined ? [] : checkoutReleases)])(
  "envelopes under release $name",
  (release) => {
    let outcomes: readonly OperationValidators["outcome"][];
    let outputs: readonly ((value: unknown) => boolean)[];
    let own: Envelope;
    let bundle: Bundle;

    beforeAll(async () => {
      bundle = await bundleOf(release, `envelope-${release.name}`, WHOLE_TOOLS);
      const { profile } = bundle.model;
      const { validators } = (await importEmitted(
        bundle.directory,
        "validators.ts",
      )) as unknown as {
        readonly validators: Readonly<Record<string, OperationValidators>>;
      };
      outcomes = Object.values(validators).map(({ outcome }) => outcome);
      const ajv = new Ajv2020({ strict: false, logger: false });
      formats.default(ajv);
      outputs = [...toolsOf(bundle).values()].map(
        ({ outputSchema }) =>
          ajv.compile(outputSchema as JsonObject) as (value: unknown) => boolean,
      );
      own = createEnvelope({
        name: profile.vocabulary.name,
        agreement: bundle.model.agreement,
        shape: release.name === "2026-01-11" ? "array" : "keyed",
        paymentHandlers: handlers,
      });
    }, 60_000);

    it("are valid in every response", async () => {
      const views = bundle.model.subsetChecks.flatMap((surface) => surface.views);
      const types = views
        .filter(({ view }) => view.direction === "response")
        .map((each) => each.type);
      expect(types.length).toBeGreaterThan(1);
      for (const { name, module, definition } of types) {
        const validator = (await importEmitted(bundle.directory, `${module}.ts`))[name];
        const body = createInstance(definition.node) as JsonObject;
        expect(validator?.check(attachEnvelope(body, own)), name).toEqual([]);
      }
    });

    it.each(FAILURES)("%s is an outcome of every operation, and of every tool", (_, failureOf) => {
      const failure = failureOf(own);
      expect(outcomes.length).toBeGreaterThan(0);
      expect(outputs.length).toBeGreaterThan(0);
      for (const outcome of outcomes) expect(outcome.check(failure)).toEqual([]);
      for (const accepts of outputs) expect(accepts(failure)).toBe(true);
    });
  },
);

describe.skipIf(published === undefined)("published releases", () => {
  it("are among the releases above", () => expect(checkoutReleases).toHaveLength(2));
});
