/** The parts of a server: generated data, the business's profile, and its options. */

import type { Authentication } from "../auth/check.js";
import type { ResponseHandlers } from "../envelope/create-envelope.js";
import type { ClaimTimes } from "../idempotency/claims.js";
import type { Agreement } from "../negotiation/negotiate.js";
import type { BodyLimits } from "../rest/read-json-body.js";
import type { HeaderLimits } from "../rest/read-headers.js";
import type { DeclaredMembers } from "../schema/declared.js";
import type { Issue } from "../schema/validator-interface.js";
import type { Surface } from "../schema/surface.js";
import type { OperationValidators, Service } from "../service/operation.js";
import type { ReleaseValues } from "../service/release-values.js";
import type { Storage } from "../storage/storage.js";
import type { AnswerSigner, RateLimit } from "./request-path.js";
import type { CorsOptions } from "./cors.js";
import type { Finishers } from "./payloads.js";
import type { CallContext } from "./handlers.js";
import type { PlatformProfiles } from "./platforms.js";
import type { Message } from "../envelope/message.js";
import type { ProfileValidators } from "./require-valid-profile.js";
import type { Tracer } from "../tracing/span.js";
import type { FindPage, Transport } from "./transport.js";

/** Generated data about a business's protocol. */
export interface ServerDefinition<Name extends string = string> {
  /** The protocol's name, which is the envelope's member. */
  readonly name: Name;
  readonly agreement: Agreement;
  readonly services: readonly Service[];
  /** By operation name. */
  readonly validators: Readonly<Record<string, OperationValidators>>;
  readonly surface: Surface;
  /** The members that responses declare, by operation name. Loaded in development only. */
  readonly members?: () => Promise<DeclaredMembers>;
  /** The members that requests declare, by operation name. Loaded in development only. */
  readonly requestMembers?: () => Promise<DeclaredMembers>;
  /** The values that depend on the release. Default: those of the protocol's own text. */
  readonly releaseValues?: ReleaseValues;
  /** Validates the published profile against its release (§2.1). Default: only the profile's keys are checked. */
  readonly profileValidators?: ProfileValidators;
  readonly transports: readonly Transport[];
}

/** Contains no body, credential or key. */
export interface LogEntry {
  readonly level: "info" | "error";
  readonly operation: string | undefined;
  readonly requestId: string | undefined;
  /** URL of the platform's profile, once it has been read. */
  readonly platform: string | undefined;
  /** The HTTP method. */
  readonly method: string;
  /** As it was sent, without the query, which may contain secrets. Undefined if the target is not a path. */
  readonly path: string | undefined;
  /** From the request's headers to the response's, in milliseconds. */
  readonly durationMs: number;
  /** Status of the response; over MCP, that of the protocol error, if any. */
  readonly status: number;
  /** `discovery`, or the name of a page. Only for requests that call no operation. */
  readonly page?: string;
  /** Code of a protocol error. */
  readonly code?: string;
  /**
   * The result of a call: the status of the resource, the code of a business outcome's first message (§7), or
   * `replayed` if the answer was stored under the idempotency key.
   */
  readonly outcome?: string;
  /** The MCP method, if it was not a tool call, such as `tools/list`. */
  readonly mcpMethod?: string;
  /** The issues of an invalid request. */
  readonly issues?: readonly Issue[];
  /** Why a signature that the request's `Accept-Signature` asks for is missing. */
  readonly unsigned?: string;
  /**
   * The reason for an error: an InvalidAnswer with the issues of a handler's answer, or whatever the handler threw.
   */
  readonly cause?: unknown;
}

export interface ServerLimits extends HeaderLimits, BodyLimits {
  /** Time limit of a handler in milliseconds; the caller then gets a 503. Default: 30,000. */
  readonly handlerMs?: number | undefined;
  /**
   * Maximum size of a response to a call, in bytes. A larger one becomes a 500. Default: 8 MiB, the most that clients
   * read.
   */
  readonly answerBytes?: number | undefined;
}

/** `OperationId` limits the names that authentication rules may use. */
export interface ServerOptions<OperationId extends string = string> {
  /**
   * The profile that `/.well-known/<name>` publishes. Envelopes use the same shape of registries. It must not publish
   * a capability, or a version of one, that was not generated.
   */
  readonly profile: object;
  /**
   * Returns the public keys to publish as `signing_keys`, for keys that change at run time. Called for each request
   * for the profile. Default: those of `profile`.
   */
  readonly signingKeys?: (() => readonly object[]) | undefined;
  readonly platforms: PlatformProfiles;
  /** One check for all operations, or one per operation (§5.1). Default: everyone may call. */
  readonly authentication?: Authentication<OperationId> | undefined;
  /** Signs responses (§5.4): use `signAnswers` of `@proto-gen/runtime/signature`. Default: not signed. */
  readonly signAnswers?: AnswerSigner | undefined;
  /**
   * Stores the answers of calls with an idempotency key (§4.8). May be the storage of checkouts and orders. Default:
   * in memory, for a single process and until it ends.
   */
  readonly store?: Storage | undefined;
  /** How long answers are kept, and how long a silent call holds its key. */
  readonly idempotency?: ClaimTimes | undefined;
  /**
   * The https URL for buyers if platform and business have no capability in common. Default: the root of the host
   * that serves the business.
   */
  readonly continueUrl?: string | undefined;
  /**
   * Returns the payment handlers that apply to this resource (§2.5), in the variant for responses
   * (`declaredHandlers`). Default: all of the profile's, for checkouts only.
   */
  readonly paymentHandlers?:
    ((resource: object, context: CallContext) => ResponseHandlers | undefined) | undefined;
  /**
   * Hooks that may change a response before it is sent, by capability, for platforms that have the capability:
   * `merchantAuthorization` of `@proto-gen/runtime/commerce` signs a checkout.
   */
  readonly finishers?: Finishers | undefined;
  /**
   * Returns the text of a message in one of the caller's languages, or undefined to send it as it is. Asked for each
   * message of a response whose caller names a language, also for those of the runtime: by their codes.
   */
  readonly translate?:
    ((message: Message, languages: readonly string[]) => string | undefined) | undefined;
  /**
   * Finds what the server answers besides calls, such as pages for people; asked before anything else. These requests
   * pass the same limits of rate and header size, and the same log, as calls. A page that reads a body limits it, with `readJsonBody`.
   */
  readonly pages?: FindPage | undefined;
  /**
   * `false` leaves out `GET /healthz` (the process answers) and `GET /readyz` (it takes calls: 503 while the storage
   * fails, and once `stop` was called). Neither is rate limited, and only failures are logged.
   */
  readonly health?: boolean | undefined;
  /**
   * `createRateLimiter()`, which is asked after authentication, or a function, which is asked before it. Every
   * request counts, whatever its path and result.
   */
  readonly rateLimit?: RateLimit | undefined;
  readonly limits?: ServerLimits | undefined;
  /** Lets pages of other origins call over REST and MCP, and read the profile. Default: none. */
  readonly cors?: CorsOptions | undefined;
  /**
   * Origins that may call over MCP from a browser, in addition to those of `cors`. Default: none, since a page could
   * act for its reader.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Hosts that requests over MCP may name, in addition to the endpoint's. */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Creates a span for each call, named by its operation, with outcome and error code, and child spans
   * `authenticate`, `platform_profile` and `handler`. Use `trace.getTracer("shop")` of `@opentelemetry/api`. For
   * spans of the storage, pass `tracedStorage(store, tracer)` as `store`.
   */
  readonly tracer?: Tracer | undefined;
  /** Allows profiles of platforms to be at http URLs, if `platforms` does too. */
  readonly development?: boolean | undefined;
  /** Default: in development errors are written to the console; otherwise nothing is logged. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
}
