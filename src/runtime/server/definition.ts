/** What a server is made of: generated data, the business's profile, and ports. */

import type { Authentication } from "../auth/index.js";
import type { ResponseHandlers } from "../envelope/index.js";
import type { ClaimTimes } from "../idempotency/index.js";
import type { Agreement } from "../negotiation/index.js";
import type { BodyLimits, HeaderLimits } from "../rest/index.js";
import type { DeclaredMembers } from "../schema/declared.js";
import type { Issue, Surface } from "../schema/index.js";
import type { OperationValidators, ReleaseValues, Service } from "../service/index.js";
import type { Storage } from "../storage/index.js";
import type { AnswerSigner } from "./answer-signer.js";
import type { CorsOptions } from "./cors.js";
import type { Finishers } from "./finisher.js";
import type { CallContext } from "./handlers.js";
import type { PlatformProfiles } from "./platforms.js";
import type { RateLimit } from "./rate-limit.js";
import type { ProfileValidators } from "./require-valid-profile.js";
import type { Tracer } from "../tracing/span.js";
import type { FindPage, Transport } from "./transport.js";

/** What generated code says of a business. */
export interface ServerDefinition<Name extends string = string> {
  /** The protocol's name: the envelope's member. */
  readonly name: Name;
  readonly agreement: Agreement;
  readonly services: readonly Service[];
  /** By the names of operations. */
  readonly validators: Readonly<Record<string, OperationValidators>>;
  readonly surface: Surface;
  /** The members that answers declare, by the names of operations: loaded in development alone. */
  readonly members?: () => Promise<DeclaredMembers>;
  /** Those that requests declare. */
  readonly requestMembers?: () => Promise<DeclaredMembers>;
  /** The values in which releases differ; those of the protocol's own text unless given. */
  readonly releaseValues?: ReleaseValues;
  /** Holds the published profile against its release (§2.1); without it only the profile's keys are checked. */
  readonly profileValidators?: ProfileValidators;
  readonly transports: readonly Transport[];
}

/** What happened, without what was said: no body, no credential, no key. */
export interface LogEntry {
  readonly level: "info" | "error";
  readonly operation: string | undefined;
  readonly requestId: string | undefined;
  /** URL of the platform's profile, once it is read. */
  readonly platform: string | undefined;
  /** HTTP's. */
  readonly method: string;
  /** As it was sent, without the query, which may have what others must not see. Undefined where it is none. */
  readonly path: string | undefined;
  /** From the request's headers to the answer's, in milliseconds. */
  readonly durationMs: number;
  /** Of the answer; over MCP that of the protocol error, if there was one. */
  readonly status: number;
  /** Of a request that calls no operation: `discovery`, or the name of a page. */
  readonly page?: string;
  /** Of a protocol error. */
  readonly code?: string;
  /**
   * What came of a call that was performed: the status of the resource, or the code of the first message of a business
   * outcome (§7); `replayed` where the answer was there for the idempotency key.
   */
  readonly outcome?: string;
  /** Over MCP, what was asked for where it was no tool: `tools/list`. */
  readonly mcpMethod?: string;
  /** Of a request that breaks its schema. */
  readonly issues?: readonly Issue[];
  /** Why an answer was not sent: the issues of a handler's answer, or what it threw. */
  readonly cause?: unknown;
}

export interface ServerLimits extends HeaderLimits, BodyLimits {
  /** How long a handler may take before the caller is told to come again (503); 30,000 unless told. */
  readonly handlerMs?: number;
  /** Of an answer to a call; 8 MiB unless told, as much as clients read. A handler's answer with more is a 500. */
  readonly answerBytes?: number;
}

/** `OperationId` is what rules may name. */
export interface ServerOptions<OperationId extends string = string> {
  /**
   * The profile that `/.well-known/<name>` publishes; its registries' shape is that of envelopes. It has no capability,
   * and no version of one, that was not generated.
   */
  readonly profile: object;
  /**
   * The public keys to publish as the profile's `signing_keys`, where they change while the server runs: asked with each request for
   * the profile. Those of `profile` unless given.
   */
  readonly signingKeys?: () => readonly object[];
  readonly platforms: PlatformProfiles;
  /** Who may call (§5.1): a check, or one for each operation. Everyone unless given. */
  readonly authentication?: Authentication<OperationId>;
  /** Signs answers (§5.4): `signAnswers` of `@proto-gen/runtime/signature`. None is signed unless given. */
  readonly signAnswers?: AnswerSigner;
  /**
   * Keeps the answers of calls with an idempotency key (§4.8). It may be the one that checkouts and orders are in. In memory unless
   * given: for one process, and until it ends.
   */
  readonly store?: Storage;
  /** The options set how long answers are kept, and how long a call that is silent holds its key. */
  readonly idempotency?: ClaimTimes;
  /**
   * Where a buyer can go on when the platform and the business have nothing in common: https. The root of
   * the host that serves the business unless told.
   */
  readonly continueUrl?: string;
  /**
   * Returns the handlers of the profile that this cart can be paid with (§2.5), in the variant for responses
   * (`declaredHandlers`). All of them, for checkouts, unless given.
   */
  readonly paymentHandlers?: (
    resource: object,
    context: CallContext,
  ) => ResponseHandlers | undefined;
  /**
   * What is made of resources before they are sent, by the names of capabilities, for platforms that have these:
   * `merchantAuthorization` of `@proto-gen/runtime/mandate` signs a checkout.
   */
  readonly finishers?: Finishers;
  /**
   * What the server answers beside calls, such as pages for people: asked first. Its answers pass the limits and the log of calls, so put
   * nothing in front of a server that answers by itself.
   */
  readonly pages?: FindPage;
  /**
   * `false` leaves out `GET /healthz`, which says that the process answers, and `GET /readyz`, which says whether it takes calls: 503
   * while the storage cannot be asked, and once `stop` was called. They are not counted, and logged only if they fail.
   */
  readonly health?: boolean;
  /**
   * `createRateLimiter()`, which is asked who calls, or a function, which is asked before that is known. Every request counts, whatever
   * it asks for and whatever comes of it.
   */
  readonly rateLimit?: RateLimit;
  readonly limits?: ServerLimits;
  /** Lets pages of other origins call over REST and MCP, and read the profile. No page can unless given. */
  readonly cors?: CorsOptions;
  /** Who may call over MCP from a browser, beside the origins of `cors`. Nobody unless told (a page could call for its reader). */
  readonly allowedOrigins?: readonly string[];
  /** The hosts that requests over MCP may name, beside the endpoint's. */
  readonly allowedHosts?: readonly string[];
  /**
   * Makes a span of each call, named by its operation, with the outcome and the code of an error, and spans of its steps: `authenticate`,
   * `platform_profile` and `handler`. `trace.getTracer("shop")` of `@opentelemetry/api` is one. For spans of the storage, give
   * `tracedStorage(store, tracer)` as `store`.
   */
  readonly tracer?: Tracer;
  /** Lets profiles of platforms be at http URLs, if `platforms` does. */
  readonly development?: boolean;
  /** In development, what goes wrong is written to the console unless given. */
  readonly log?: (entry: LogEntry) => void;
}
