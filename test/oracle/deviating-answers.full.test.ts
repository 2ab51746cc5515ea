/**
 * Answers of every operation of a published release with one member removed, mistyped or added: what still holds passes, and of the
 * others none is lost. Whether an answer holds is for the generated validator to say, which other tests hold against ajv.
 */

import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import { ClientError } from "@proto-gen/runtime/client";
import type { CallingOptions } from "../../src/runtime/client/definition.js";
import type { FetchInit } from "../../src/runtime/client/send.js";
import { mcp } from "@proto-gen/runtime/client/mcp";
import type { Issue } from "@proto-gen/runtime/schema";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type {
  Operation as WireOperation,
  OperationValidators,
} from "@proto-gen/runtime/codegen/v1";
import { createInstance } from "../../src/model/instance/create-instance.js";
import type { Operation } from "../../src/model/services/operation.js";
import { bundleOf, operationsOf, type Bundle } from "../support/bundle.js";
import { importEmitted } from "../support/emitted.js";
import { answersOverMcp } from "../support/mcp-answers.js";
import { mutantsOf, type Mutant } from "../support/oracle/mutate.js";
import { published, publishedRelease } from "../support/published.js";
import { json } from "../support/sample-client.js";
import { reproduction, runs, seed } from "../support/sizes.js";

const NAME = "DEVIATING";
/** For each operation and transport. */
const SIZES = { quick: 20, full: 200 };
const REPRODUCTION = reproduction(NAME, SIZES);

type Method = (request: object) => Promise<unknown>;
type AnyClient = Readonly<Record<string, Method>>;

interface Generated {
  readonly bundle: Bundle;
  readonly wire: readonly WireOperation[];
  readonly validators: Readonly<Record<string, OperationValidators>>;
  connect(options: object): Promise<AnyClient>;
}

async function generated(): Promise<Generated> {
  const bundle = await bundleOf(publishedRelease("2026-04-08"), "deviating-answers");
  const load = async (file: string): Promise<unknown> => importEmitted(bundle.directory, file);
  const { createClient } = (await load("client.ts")) as { createClient: Generated["connect"] };
  const { validators } = (await load("validators.ts")) as Generated;
  const { service } = (await load("services/dev/ucp/shopping.ts")) as {
    readonly service: { readonly operations: readonly WireOperation[] };
  };
  return { bundle, wire: service.operations, validators, connect: createClient };
}

/** Answers that hold: with what is required alone, with much, with all. */
function soundAnswers({ response }: Operation): readonly JsonObject[] {
  if (response === undefined) return [];
  const made = (["none", "some", "all"] as const).flatMap((optional) =>
    [0, 1, 2].map((each) => createInstance(response.node, { optional, seed: each })),
  );
  return made.filter((each) => each !== undefined) as unknown as readonly JsonObject[];
}

/** Some of their mutants, drawn by the seed; each is equally probable. */
function drawn(answers: readonly JsonObject[], size: number): readonly Mutant[] {
  const mutants = answers
    .flatMap((answer) => [...mutantsOf(answer)])
    .filter(({ value, kind }) => isObject(value) && /^(?:drop|null|type|extra)/.test(kind));
  let state = seed(NAME) + 1;
  return Array.from({ length: size }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return mutants[state % mutants.length] as Mutant;
  });
}

function isObject(value: Json): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function requestOf({ request }: Operation, { identifiers }: WireOperation): object {
  const payload = request && createInstance(request.node, { optional: "none", readOnly: false });
  const named = Object.fromEntries(identifiers.map((name) => [name, "id_1"]));
  return { ...(payload as JsonObject | undefined), ...named };
}

interface Verdict {
  readonly holds: boolean;
  readonly value: Json;
  /** What the call gave or threw where answers that deviate are reported. */
  readonly given: unknown;
  readonly reported: readonly Issue[];
  /** The same where they are refused. */
  readonly thrown: unknown;
}

/** Undefined where both modes did as they should. */
function faultOf({ holds, value, given, thrown, reported }: Verdict): string | undefined {
  const returned = given instanceof BusinessOutcome ? given.body : given;
  if (!isDeepStrictEqual(returned, value)) return `not returned, but ${String(given)}`;
  if (holds) {
    if (reported.length > 0) return `reported: ${reported.join("; ")}`;
    return isDeepStrictEqual(thrown, value) ? undefined : `refused: ${String(thrown)}`;
  }
  const [first] = reported;
  if (first === undefined) return "not reported";
  if (!(thrown instanceof ClientError) || thrown.code !== "ANSWER_INVALID")
    return `not refused, but ${String(thrown)}`;
  if (!isDeepStrictEqual(thrown.answer, value)) return "not carried";
  const place = first.pointer === "" ? "the answer itself" : first.pointer;
  return thrown.content.includes(`: ${place} ${first.message}`.slice(0, 200))
    ? undefined
    : `not named: ${thrown.content}`;
}

function methodOf(id: string): string {
  return id.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

const PROFILE = "https://agent.example/profile.json";
const ENDPOINT = "https://shop.example/api";

describe.skipIf(published === undefined)(
  `answers of 2026-04-08 that deviate, ${REPRODUCTION}`,
  () => {
    let release: Generated;
    beforeAll(async () => {
      release = await generated();
    });

    async function clientFor(
      transport: "rest" | "mcp",
      answer: () => Json,
      options: Partial<CallingOptions>,
    ): Promise<AnyClient> {
      const result = (): object => ({ result: { structuredContent: answer(), content: [] } });
      // Without a `Request` for each call: thousands of them would listen to the signal of one session until they are collected.
      const fetch = (url: string, { method, body }: FetchInit): Promise<Response> => {
        const sent = { url, method, headers: new Headers(), body: body as string };
        return Promise.resolve(
          transport === "rest" ? json(answer()) : answersOverMcp(result())(sent, 0),
        );
      };
      return release.connect({
        endpoints: { [transport]: ENDPOINT },
        ...(transport === "mcp" ? { transport: mcp } : {}),
        profile: PROFILE,
        headers: { "Request-Signature": "unused" },
        fetch,
        retries: 0,
        ...options,
      });
    }

    it.each(["rest", "mcp"] as const)("over %s", async (transport) => {
      let answer: Json = null;
      let reported: readonly Issue[] = [];
      const throwing = await clientFor(transport, () => answer, {});
      const reporting = await clientFor(transport, () => answer, {
        validate: "report",
        onInvalidAnswer: (issues) => (reported = issues),
      });
      const counts = { operations: 0, held: 0, deviating: 0 };
      const problems: string[] = [];
      for (const operation of operationsOf(release.bundle)) {
        const wire = release.wire.find(({ id }) => id === operation.id);
        const validator = release.validators[operation.id]?.response;
        if (wire?.[transport] === undefined || validator === undefined) continue;
        counts.operations++;
        const sound = soundAnswers(operation);
        expect(sound.length).toBeGreaterThan(0);
        expect(sound.filter((each) => !validator.is(each))).toEqual([]);
        const method = methodOf(operation.id);
        const call = (client: AnyClient): Promise<unknown> =>
          (client[method] as Method)(requestOf(operation, wire));
        for (const { kind, at, value } of drawn(sound, runs(NAME, SIZES))) {
          answer = value;
          reported = [];
          const holds = validator.is(value);
          counts[holds ? "held" : "deviating"]++;
          const given = await call(reporting).catch((error: unknown) => error);
          const thrown = await call(throwing).catch((error: unknown) => error);
          const wrong = faultOf({ holds, value, given, thrown, reported });
          if (wrong !== undefined) problems.push(`${operation.id} ${kind} ${at}: ${wrong}`);
        }
      }
      expect(problems).toEqual([]);
      expect(counts.operations).toBeGreaterThan(8);
      expect(counts.held).toBeGreaterThan(0);
      expect(counts.deviating).toBeGreaterThan(counts.held / 10);
    });
  },
);
