/**
 * The context of a call, and its time limit, which aborts the handler's signal and ends the wait of whoever asked for
 * the result. Signal, headers and languages are created lazily, since most handlers use none of them. Languages are those that the caller
 * prefers, for texts that people read.
 */

import { parseList } from "structured-headers";
import type { Principal } from "../auth/check.js";
import { ProtocolError } from "../error/protocol-error.js";
import type { EffectClaim } from "../idempotency/idempotent.js";
import { isObject, own } from "../json/members.js";
import type { WebHeaders, WebSignal } from "../rest/web.js";
import type { Cancellation } from "../time/time.js";
import type { CallContext } from "./handlers.js";

/** Creates a signal only on demand. */
export class Deadline {
  readonly #caller: WebSignal | undefined;
  #controller: InstanceType<typeof AbortController> | undefined;
  #reason: ProtocolError | undefined;
  #claim: EffectClaim | undefined;

  constructor(caller: WebSignal | undefined) {
    this.#caller = caller;
  }

  /** The claim on the key of the call, while its handler runs. */
  get claim(): EffectClaim | undefined {
    return this.#claim;
  }

  /** From now on, losing the claim aborts the signal too: another call then has the effect. */
  hold(claim: EffectClaim): void {
    this.#claim = claim;
    if (this.#controller !== undefined) abortWhenLost(this.#controller, claim);
  }

  /** Aborted when the caller disconnects, the time is over, or the claim is lost. */
  get signal(): Cancellation {
    if (this.#controller !== undefined) return this.#controller.signal;
    const controller = new AbortController();
    this.#controller = controller;
    const caller = this.#caller;
    if (this.#claim !== undefined) abortWhenLost(controller, this.#claim);
    if (this.#reason !== undefined) controller.abort(this.#reason);
    else if (caller?.aborted) controller.abort(caller.reason);
    else caller?.addEventListener("abort", () => controller.abort(caller.reason));
    return controller.signal;
  }

  /**
   * Returns the result of `work`, or rejects when the time is over. The work continues: its result is stored and
   * answers a retry.
   * @throws ProtocolError `temporarily_unavailable`
   */
  within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(this.#end(milliseconds)), milliseconds);
      // After a timeout, the result has no effect here.
      work.then(
        (result) => {
          clearTimeout(timer);
          resolve(result);
        },
        (error: unknown) => {
          clearTimeout(timer);
          reject(error);
        },
      );
    });
  }

  /**
   * Like the signal's method, without creating a signal. Call it before starting work that nobody may be waiting for.
   * @throws ProtocolError `temporarily_unavailable` once the caller has disconnected or the time is over
   */
  throwIfAborted(): void {
    if (this.#reason !== undefined) throw this.#reason;
    if (this.#caller?.aborted) throw comeAgain(this.#caller.reason);
  }

  #end(milliseconds: number): ProtocolError {
    const error = comeAgain(new Error(`the handler took longer than ${milliseconds} ms`));
    this.#reason = error;
    this.#controller?.abort(error);
    return error;
  }
}

function abortWhenLost(
  controller: InstanceType<typeof AbortController>,
  { lost }: EffectClaim,
): void {
  if (lost.aborted) controller.abort(lost.reason);
  else lost.addEventListener("abort", () => controller.abort(lost.reason));
}

function comeAgain(cause: unknown): ProtocolError {
  return new ProtocolError("temporarily_unavailable", { headers: { "Retry-After": "1" }, cause });
}

export interface SentParts extends Pick<
  CallContext,
  "operation" | "requestId" | "idempotencyKey" | "callId"
> {
  /** Undefined for a call that did not come over HTTP. */
  readonly headers: WebHeaders | undefined;
  readonly payload?: unknown;
}

type Present = (resource: object, context: CallContext) => object;

/** A class, because object literals with accessors would create these for each call. */
export class DeadlineContext implements CallContext {
  readonly operation: string;
  readonly platform: CallContext["platform"];
  readonly principal: Principal;
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly callId: string | undefined;
  readonly present: CallContext["present"];
  readonly #deadline: Deadline;
  readonly #sent: WebHeaders | undefined;
  readonly #payload: unknown;
  #headers: CallHeaders | undefined;
  #languages: readonly string[] | undefined;

  constructor(
    { operation, requestId, idempotencyKey, callId, headers, payload }: SentParts,
    platform: CallContext["platform"],
    principal: Principal,
    deadline: Deadline,
    present: Present,
  ) {
    this.operation = operation;
    this.platform = platform;
    this.principal = principal;
    this.requestId = requestId;
    this.idempotencyKey = idempotencyKey;
    this.callId = callId;
    // Handlers take it out of the context.
    this.present = (resource) => present(resource, this);
    this.#deadline = deadline;
    this.#sent = headers;
    this.#payload = payload;
  }

  get headers(): CallHeaders {
    this.#headers ??= callHeaders(this.#sent);
    return this.#headers;
  }

  get languages(): readonly string[] {
    this.#languages ??= preferredLanguages(this.#payload, this.headers);
    return this.#languages;
  }

  get signal(): Cancellation {
    return this.#deadline.signal;
  }

  get fencingToken(): number | undefined {
    return this.#deadline.claim?.token;
  }
}

/** The HTTP header fields of a call, as handlers read them. Works the same over REST and MCP. */
export interface CallHeaders {
  /**
   * Returns the value of a field, by its case-insensitive name. Null if the request lacks it. Repeated fields are
   * joined with ", ".
   */
  get(name: string): string | null;
}

/** @param sent undefined for a call that did not come over HTTP: it has no fields */
function callHeaders(sent: WebHeaders | undefined): CallHeaders {
  return Object.freeze({ get: (name: string) => sent?.get(name) ?? null });
}

/** Callers can send any number. */
const MAX_LANGUAGES = 10;
const TAG = /^[A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8}){0,7}$/;

/** `context.language` of the request, then `Accept-Language` (RFC 9110 §12.5.4), best first. */
export function preferredLanguages(payload: unknown, headers: CallHeaders): readonly string[] {
  const context = isObject(payload) ? own(payload, "context") : undefined;
  const named = isObject(context) ? own(context, "language") : undefined;
  const header = headers.get("accept-language");
  const all = [...(typeof named === "string" ? [named] : []), ...acceptedLanguages(header ?? "")];
  return [...new Set(all)].filter((tag) => TAG.test(tag)).slice(0, MAX_LANGUAGES);
}

function acceptedLanguages(header: string): readonly string[] {
  try {
    // Its grammar is that of a list of tokens with a weight, which structured fields share.
    return parseList(header)
      .map(([tag, parameters]) => ({ tag: String(tag), weight: Number(parameters.get("q") ?? 1) }))
      .filter(({ weight }) => weight > 0)
      .sort((one, other) => other.weight - one.weight)
      .map(({ tag }) => tag);
  } catch {
    // A header that cannot be read is no reason to refuse a call.
    return [];
  }
}

/**
 * Returns the first of the caller's languages that you have, in your spelling (RFC 4647 §3.4): `de-CH` finds `de`. Undefined if you
 * have none of them.
 * @param languages from most to least preferred: `context.languages` of a call
 * @param offered the languages of your texts
 * @example
 * ```ts
 * import { matchLanguage } from "@proto-gen/runtime/server";
 *
 * matchLanguage(["de-CH", "fr"], ["en", "fr", "de"]); // "de"
 * matchLanguage(["ja"], ["en", "fr", "de"]); // undefined
 * ```
 */
export function matchLanguage<Offered extends string>(
  languages: readonly string[],
  offered: readonly Offered[],
): Offered | undefined {
  const known = new Map(offered.map((tag) => [tag.toLowerCase(), tag]));
  for (const language of languages)
    for (let tag = language.toLowerCase(); tag !== ""; tag = shortened(tag)) {
      const found = known.get(tag);
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Without its last part, and a single letter that would be left at its end. */
function shortened(tag: string): string {
  return tag.replace(/(?:-[a-z\d])?-[^-]*$|^[^-]*$/, "");
}
