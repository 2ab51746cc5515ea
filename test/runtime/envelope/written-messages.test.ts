/** Every message that the runtime writes by itself is one that each release accepts, in each answer that it may stand in. */

import { beforeAll, describe, expect, it } from "vitest";
import { withReleaseMessages } from "../../../src/runtime/envelope/message.js";
import { WRITTEN_MESSAGES, type Message } from "@proto-gen/runtime/error";
import {
  writtenInfo,
  writtenMessage,
  type WrittenCode,
  type WrittenInfoCode,
} from "../../../src/runtime/envelope/written-messages.js";
import type { Validator } from "@proto-gen/runtime/schema";
import type { OperationValidators, ReleaseValues, Service } from "@proto-gen/runtime/codegen/v1";
import { bundleOf } from "../../support/bundle.js";
import { importEmitted } from "../../support/emitted.js";
import { ownRelease, published, publishedReleases, type Release } from "../../support/published.js";

const { info, ...LEVELS } = WRITTEN_MESSAGES;
const CODES = Object.values(LEVELS).flatMap((texts) => Object.keys(texts) as WrittenCode[]);
const INFO_CODES = Object.keys(info) as WrittenInfoCode[];
const PATHS = [undefined, "$.fulfillment.methods[0].groups[1].selected_option_id"];

interface Answers {
  readonly releaseValues: ReleaseValues;
  /** By the operation and the kind of answer: `create_checkout response`. */
  readonly validators: ReadonlyMap<string, Validator<unknown>>;
}

async function answersOf(release: Release): Promise<Answers> {
  const { directory, model } = await bundleOf(release, `messages-${release.name}`);
  const load = async (file: string): Promise<unknown> => importEmitted(directory, file);
  const { releaseValues } = (await load("release.ts")) as Pick<Answers, "releaseValues">;
  const { validators } = (await load("validators.ts")) as {
    readonly validators: Readonly<Record<string, OperationValidators>>;
  };
  const services = await Promise.all(
    model.services.map(
      async ({ name }) =>
        (await load(`services/${name.replaceAll(".", "/")}.ts`)) as { readonly service: Service },
    ),
  );
  const operations = services.flatMap(({ service }) => service.operations);
  const answers = operations.flatMap(({ id, capability }) => {
    const { response, outcome } = validators[id] ?? {};
    // The runtime writes messages into checkouts and lookups; a business outcome may be the answer of every operation.
    const resource = /\.(?:checkout|lookup)$/.test(capability) ? response : undefined;
    return [
      [`${id} response`, resource],
      [`${id} outcome`, outcome],
    ] as const;
  });
  return {
    releaseValues,
    validators: new Map(
      answers.flatMap(([name, each]) => (each === undefined ? [] : [[name, each] as const])),
    ),
  };
}

/** The answers that refuse the message, with the reason. */
function refusals({ releaseValues, validators }: Answers, message: Message): readonly string[] {
  const body = withReleaseMessages({ messages: [message] }, releaseValues);
  return [...validators].flatMap(([name, validator]) =>
    validator
      .check(body)
      .filter(({ pointer }) => pointer.startsWith("/messages"))
      .map((issue) => `${name} ${issue.pointer} ${issue.message}`),
  );
}

const RELEASES = published === undefined ? [ownRelease] : [...publishedReleases, ownRelease];

describe.each(RELEASES)("release $name", (release) => {
  let answers: Answers;

  beforeAll(async () => {
    answers = await answersOf(release);
  }, 120_000);

  it.each(CODES)("accepts %s", (code) => {
    for (const path of PATHS) expect(refusals(answers, writtenMessage(code, { path }))).toEqual([]);
  });

  it.each(INFO_CODES)("accepts %s as information", (code) => {
    for (const path of PATHS) expect(refusals(answers, writtenInfo(code, { path }))).toEqual([]);
  });

  it("accepts a refusal with each severity of the errors that stand in the way", () => {
    const refusal = writtenMessage("operation_not_allowed");
    for (const severity of [
      "recoverable",
      "requires_buyer_input",
      "requires_buyer_review",
      "unrecoverable",
    ] as const)
      expect(refusals(answers, { ...refusal, severity })).toEqual([]);
  });

  // The first two releases describe no messages of answers without a resource.
  it("refuses a message with an unknown severity in every checkout", () => {
    const wrong = { ...writtenMessage("missing"), severity: "none" };
    const checkouts = [...answers.validators].filter(([name]) => /_checkout response$/.test(name));
    expect(checkouts).toHaveLength(5);
    for (const [, validator] of checkouts)
      expect(validator.check({ messages: [wrong] }).map(({ pointer }) => pointer)).toContainEqual(
        expect.stringMatching(/^\/messages/),
      );
  });
});

describe("the list", () => {
  it("gives a message its code, its text and its severity", () => {
    expect(writtenMessage("session_expired")).toEqual({
      type: "error",
      code: "session_expired",
      content: WRITTEN_MESSAGES.unrecoverable.session_expired,
      severity: "unrecoverable",
    });
    expect(
      writtenMessage("fulfillment_method_empty", { content: "Gone.", path: "$.fulfillment" }),
    ).toEqual({
      type: "warning",
      code: "fulfillment_method_empty",
      content: "Gone.",
      path: "$.fulfillment",
    });
  });

  it("gives information its code and the content of its writer", () => {
    expect(writtenInfo("not_found", { content: "variant_2" })).toEqual({
      type: "info",
      code: "not_found",
      content: "variant_2",
    });
  });

  it("has each code once", () => {
    expect(new Set(CODES).size).toBe(CODES.length);
  });
});
