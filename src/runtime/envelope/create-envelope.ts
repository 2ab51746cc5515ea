/**
 * The envelope of a response (§2.2) is the member that every response has under the protocol's name. It lists the
 * payment handlers of the business's profile (§2.1.3, §2.5).
 */

import { isObject, own, type Members, defined } from "../json/members.js";
import type { Agreement } from "../negotiation/negotiate.js";
import { type DeclaredRegistry, entriesOf } from "../negotiation/registry.js";
import type { EnvelopeExtra, ReleaseFacts } from "../service/release-values.js";

/** The shape of the registries in the business's profile, which its responses use too (DESIGN §12). */
export type RegistryShape = DeclaredRegistry["shape"];

/** A payment handler in a response (§2.1.3), whose `config` is the variant for responses. */
export interface ResponseHandler {
  readonly id: string;
  readonly version: string;
  readonly spec?: string;
  readonly schema?: string;
  readonly available_instruments?: readonly unknown[];
  /** `response_config`, never `business_config`. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** By handler name. */
export type ResponseHandlers = Readonly<Record<string, readonly ResponseHandler[]>>;

export type EnvelopeCapabilities =
  | readonly { readonly name: string; readonly version: string }[]
  | Readonly<Record<string, readonly { readonly version: string }[]>>;

export interface EnvelopeMember {
  /** The version used to process the request, which is the business's. */
  readonly version: string;
  /**
   * Absent in successful responses of releases that lack it. Always present in errors, which nothing else
   * distinguishes.
   */
  readonly status?: "success" | "error";
  /** The active capabilities, in the shape of the business's own profile. */
  readonly capabilities: EnvelopeCapabilities;
  readonly payment_handlers?: ResponseHandlers;
}

export interface Envelope<Name extends string = string> {
  /** The protocol's name, which is the member's name. */
  readonly name: Name;
  readonly member: EnvelopeMember;
}

export interface EnvelopeOptions<Name extends string> {
  readonly name: Name;
  /** What the business and this platform negotiated. */
  readonly agreement: Pick<Agreement, "version" | "capabilities">;
  readonly shape: RegistryShape;
  /** The other members that the release has. Default: all. */
  readonly extras?: readonly EnvelopeExtra[] | undefined;
  /** The payment handlers that apply to this resource (§2.5). Absent in responses that are not about payment. */
  readonly paymentHandlers?: ResponseHandlers | undefined;
  /** Ids of those `paymentHandlers` that the cart's context allows. Default: all. */
  readonly usable?: ReadonlySet<string> | undefined;
}

/**
 * Creates the envelope of a successful response (§2.2).
 * @example
 * ```ts
 * import { createEnvelope } from "@proto-gen/runtime/server";
 * import { agreement } from "./generated/negotiation.js";
 *
 * const { member } = createEnvelope({ name: "proto", agreement, shape: "keyed" });
 * member.status; // "success"
 * ```
 */
export function createEnvelope<Name extends string>({
  name,
  agreement: { version, capabilities },
  shape,
  extras = ["status", "payment_handlers"],
  paymentHandlers,
  usable,
}: EnvelopeOptions<Name>): Envelope<Name> {
  const member: EnvelopeMember = {
    version,
    ...(extras.includes("status") ? { status: "success" } : {}),
    capabilities:
      shape === "array"
        ? capabilities.map((each) => ({ name: each.name, version: each.version }))
        : Object.fromEntries(capabilities.map((each) => [each.name, [{ version: each.version }]])),
  };
  const envelope = { name, member };
  return paymentHandlers === undefined || !extras.includes("payment_handlers")
    ? envelope
    : withPaymentHandlers(envelope, offeredHandlers(paymentHandlers, usable));
}

/** Adds the payment handlers that a resource can be paid with. */
export function withPaymentHandlers<Name extends string>(
  { name, member }: Envelope<Name>,
  handlers: OfferedHandlers,
): Envelope<Name> {
  return { name, member: { ...member, payment_handlers: handlers } };
}

declare const offered: unique symbol;

/** Handlers as responses show them. Only `offeredHandlers` creates them: declared ones may contain secrets. */
export type OfferedHandlers = ResponseHandlers & { readonly [offered]: true };

/** The usable ones of the declared handlers, without members that are for the business alone. */
export function offeredHandlers(
  declared: ResponseHandlers,
  usable?: ReadonlySet<string>,
): OfferedHandlers {
  const entries = Object.entries(declared).flatMap(([handler, declarations]) => {
    const left = declarations.filter(({ id }) => usable === undefined || usable.has(id));
    return left.length === 0 ? [] : [[handler, left.map(responseHandler)] as const];
  });
  const handlers: ResponseHandlers = Object.fromEntries(entries);
  return handlers as OfferedHandlers;
}

function responseHandler(declared: ResponseHandler): ResponseHandler {
  const { id, version, spec, schema, available_instruments, config } = declared;
  return { id, version, ...defined({ spec, schema, available_instruments, config }) };
}

/** Marks a resource that is returned unchanged because the request could not be fulfilled (§2.2). */
export function asRefused<Body extends object>(body: Body, name: string): Body {
  return { ...body, [name]: { status: "error" } };
}

const TRANSIENT = /* @__PURE__ */ Symbol("transient");

/**
 * Marks a refusal because of a temporary state: the call's idempotency key stays free, so that a retry gets the final
 * result.
 */
export function asTransient<Body extends object>(body: Body): Body {
  return { ...body, [TRANSIENT]: true };
}

export function isTransient(body: unknown): boolean {
  return isObject(body) && TRANSIENT in body;
}

function isRefused(body: object, name: string): boolean {
  const member = own(body as Members, name);
  return isObject(member) && own(member, "status") === "error";
}

/**
 * Adds the envelope (§2.2) as the first member, without changing `body`. An existing envelope is replaced; only its
 * status `error`, which marks a request that could not be fulfilled, is kept.
 * @example
 * ```ts
 * import { attachEnvelope, createEnvelope } from "@proto-gen/runtime/server";
 * import { agreement } from "./generated/negotiation.js";
 *
 * const envelope = createEnvelope({ name: "proto", agreement, shape: "keyed" });
 * const cart = attachEnvelope({ id: "cart_1", line_items: [] }, envelope);
 * Object.keys(cart); // ["proto", "id", "line_items"]
 * ```
 */
export function attachEnvelope<Body extends object, Name extends string>(
  body: Body,
  { name, member: given }: Envelope<Name>,
): Omit<Body, Name> & Readonly<Record<Name, EnvelopeMember>> {
  const hasFailed = given.status !== undefined && isRefused(body, name);
  const member: EnvelopeMember = hasFailed ? { ...given, status: "error" } : given;
  // Spread twice: the first fixes the member's position, the second overrides the body's own member.
  const whole: object = { [name]: member, ...body, [name]: member };
  return whole as Omit<Body, Name> & Readonly<Record<Name, EnvelopeMember>>;
}

/** The members of `config` in responses, by handler name: `releaseValues.responseConfigs`. */
export type ResponseConfigs = Readonly<Record<string, readonly string[]>>;

/**
 * @param member the profile's member for the protocol
 * @returns undefined if the profile has no registry of handlers
 */
export function declaredHandlers(
  member: Members,
  configs: ResponseConfigs = {},
): ResponseHandlers | undefined {
  const declared = own(member, "payment_handlers");
  if (declared === undefined) return undefined;
  const handlers = new Map<string, ResponseHandler[]>();
  for (const { name, entry } of entriesOf(declared, "/payment_handlers")) {
    const shown = withResponseConfig(entry as unknown as ResponseHandler, own(configs, name));
    handlers.set(name, [...(handlers.get(name) ?? []), shown]);
  }
  return Object.fromEntries(handlers);
}

/** Drops the configuration if it is unknown which members are for platforms. */
function withResponseConfig(
  { config, ...handler }: ResponseHandler,
  members: unknown,
): ResponseHandler {
  if (!isObject(config) || !Array.isArray(members)) return handler;
  const shown = Object.entries(config).filter(([name]) => members.includes(name));
  return { ...handler, config: Object.fromEntries(shown) };
}

/** @returns the envelope of a response about a capability */
export type SelectEnvelope = (envelope: Envelope, capability: string) => Envelope;

/**
 * Selects the capabilities that a response lists (§2.2). Depending on the release, these are all active ones, or that
 * of the operation and its extensions.
 */
export function createSelectEnvelope(
  { capabilities }: Pick<Agreement, "capabilities">,
  { answerCapabilities }: Pick<ReleaseFacts, "answerCapabilities">,
): SelectEnvelope {
  if (answerCapabilities === "active") return (envelope) => envelope;
  const known = new WeakMap<Envelope, Map<string, Envelope>>();
  return (envelope, capability) => {
    const before = known.get(envelope) ?? new Map<string, Envelope>();
    known.set(envelope, before);
    const found =
      before.get(capability) ?? selected(envelope, relevantTo(capability, capabilities));
    before.set(capability, found);
    return found;
  };
}

/** Extensions may come before their parents, so repeat until nothing is added. */
function relevantTo(
  capability: string,
  capabilities: Agreement["capabilities"],
): ReadonlySet<string> {
  const relevant = new Set([capability]);
  for (let size = 0; size < relevant.size;) {
    size = relevant.size;
    for (const each of capabilities)
      if (each.extends.some((parent) => relevant.has(parent))) relevant.add(each.name);
  }
  return relevant;
}

function selected({ name, member }: Envelope, relevant: ReadonlySet<string>): Envelope {
  return { name, member: { ...member, capabilities: keep(member.capabilities, relevant) } };
}

function keep(
  capabilities: EnvelopeCapabilities,
  names: ReadonlySet<string>,
): EnvelopeCapabilities {
  if (Array.isArray(capabilities))
    return (capabilities as readonly { readonly name: string; readonly version: string }[]).filter(
      ({ name }) => names.has(name),
    );
  return Object.fromEntries(Object.entries(capabilities).filter(([name]) => names.has(name)));
}
