/**
 * The envelope of a response (§2.2). In: the agreement with the platform, and the payment handlers that
 * the resource may be paid with. Out: the member that every response carries, under the protocol's name.
 */

import { isObject, own, type Members } from "../json/members.js";
import type { Agreement, DeclaredRegistry } from "../negotiation/index.js";
import type { EnvelopeExtra } from "../service/release-values.js";

/** How the business's profile writes its registries; its responses write them so too (DESIGN §12). */
export type RegistryShape = DeclaredRegistry["shape"];

/** A payment handler as a response shows it (§2.1.3): its `config` is of the variant for responses. */
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
  /** The version used to process the request: the business's. */
  readonly version: string;
  /** Absent in answers of releases that do not have it, but for errors: nothing else tells these apart. */
  readonly status?: "success" | "error";
  /** The active set, in the shape of the business's own profile. */
  readonly capabilities: EnvelopeCapabilities;
  readonly payment_handlers?: ResponseHandlers;
}

export interface Envelope<Name extends string = string> {
  /** The protocol's name, which is the member's. */
  readonly name: Name;
  readonly member: EnvelopeMember;
}

export interface EnvelopeOptions<Name extends string> {
  readonly name: Name;
  /** What the business and this platform have in common. */
  readonly agreement: Pick<Agreement, "version" | "capabilities">;
  readonly shape: RegistryShape;
  /** The other members that the release has; all unless given. */
  readonly extras?: readonly EnvelopeExtra[] | undefined;
  /** What can be used for this resource (§2.5). Absent: a response that is not about paying. */
  readonly paymentHandlers?: ResponseHandlers | undefined;
  /** Ids of those of `paymentHandlers` that the cart's context allows; all where it is absent. */
  readonly usable?: ReadonlySet<string> | undefined;
}

/** The envelope of a success; `errorEnvelope` makes that of a failure of it. */
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
    : withPaymentHandlers(envelope, paymentHandlers, usable);
}

/** The same envelope for a resource that can be paid with these handlers. */
export function withPaymentHandlers<Name extends string>(
  { name, member }: Envelope<Name>,
  handlers: ResponseHandlers,
  usable?: ReadonlySet<string>,
): Envelope<Name> {
  const offered = Object.entries(handlers).flatMap(([handler, declarations]) => {
    const left = declarations.filter(({ id }) => usable === undefined || usable.has(id));
    return left.length === 0 ? [] : [[handler, left.map(responseHandler)] as const];
  });
  return { name, member: { ...member, payment_handlers: Object.fromEntries(offered) } };
}

/** Only what a response may show: a profile's declaration can have members for the business alone. */
function responseHandler(declared: ResponseHandler): ResponseHandler {
  const { id, version, spec, schema, available_instruments: instruments, config } = declared;
  return {
    id,
    version,
    ...(spec === undefined ? {} : { spec }),
    ...(schema === undefined ? {} : { schema }),
    ...(instruments === undefined ? {} : { available_instruments: instruments }),
    ...(config === undefined ? {} : { config }),
  };
}

/** A resource that is answered as it was, because what was asked for could not be done (§2.2). */
export function asRefused<Body extends object>(body: Body, name: string): Body {
  return { ...body, [name]: { status: "error" } };
}

const TRANSIENT = /* @__PURE__ */ Symbol("transient");

/** A refusal for a state that soon passes: the idempotency key of its call is free, so that a retry hears how that ended. */
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
 * A resource in its envelope, which comes first and takes the place of one that is there already; of that, only `asRefused` counts.
 * `body` stays as it is.
 */
export function attachEnvelope<Body extends object, Name extends string>(
  body: Body,
  { name, member: given }: Envelope<Name>,
): Omit<Body, Name> & Readonly<Record<Name, EnvelopeMember>> {
  const hasFailed = given.status !== undefined && isRefused(body, name);
  const member: EnvelopeMember = hasFailed ? { ...given, status: "error" } : given;
  // Named twice: the first one gives it its place, the second one wins over the body's.
  const whole: object = { [name]: member, ...body, [name]: member };
  return whole as Omit<Body, Name> & Readonly<Record<Name, EnvelopeMember>>;
}
