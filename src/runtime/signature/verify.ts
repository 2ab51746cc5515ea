/**
 * Verifies signed messages (§5.4, RFC 9421 §3.2).
 *
 * The checks are in the order of §5.4: the parameters (RFC 9421 §4), the key, the covered components, the digest, and finally the
 * signature itself.
 */

import { isInnerList, type BareItem, type InnerList, type Parameters } from "structured-headers";
import { ProtocolError } from "../error/protocol-error.js";
import { secondsOf, type Clock } from "../time/time.js";
import {
  requestComponents,
  responseComponents,
  type Components,
  signatureBase,
  signatureParams,
  verifyContentDigest,
} from "./components.js";
import { bytesOf, dictionaryOf } from "./dictionary.js";
import { type RequestMessage, type ResponseMessage, MessageError, type Fields } from "./message.js";
import { LABEL } from "./sign.js";
import { algorithmOf, isCurve } from "./signing-key.js";
import type { VerificationKeys } from "./verification-keys.js";
import { subtle, type WebKey } from "./web-crypto.js";

export interface VerifyOptions {
  readonly clock?: Clock | undefined;
  /** Tolerated clock difference, in seconds. Default: 60. */
  readonly clockSkew?: number | undefined;
  /**
   * Maximum seconds since `created`, which signatures must then have. Default: no limit, since duplicates are handled
   * by idempotency (§7).
   */
  readonly maxAge?: number | undefined;
}

export interface VerifyRequestOptions extends VerifyOptions {
  /** `agentHeader` of the protocol's `Vocabulary`. Must be covered if the request has it. */
  readonly agentHeader: string;
  /** Additional fields that must be present and covered, in lower case. Default: none. */
  readonly signedFields?: readonly string[] | undefined;
}

export interface Verified {
  readonly keyId: string;
  /** Seconds since 1970. Undefined if the signer did not say. */
  readonly created: number | undefined;
  readonly expires: number | undefined;
  /** Names of the covered components, in the signer's order. */
  readonly covered: readonly string[];
}

/**
 * Verifies a signed request (§5.4): the signature must cover what §5.4 requires and `signedFields`.
 * @throws ProtocolError `signature_missing`, `signature_invalid`, `key_not_found`, `digest_mismatch`,
 * `algorithm_unsupported`, and whatever `keys` throws
 * @example
 * ```ts
 * import { createSigner, generateSigningKey, keysOf, signRequest, verifyRequest } from "@proto-gen/runtime/signature";
 *
 * const { privateKey, publicKey } = await generateSigningKey();
 * const agent = { agentHeader: "Proto-Agent" };
 * const headers = ["Host", "shop.example"];
 * const request = { method: "GET", target: "/carts/cart_1", scheme: "https", headers, body: null } as const;
 * const fields = await signRequest(request, await createSigner(privateKey), agent);
 * const sent = { ...request, headers: [...headers, ...fields.flat()] };
 * const { covered } = await verifyRequest(sent, keysOf({ signing_keys: [publicKey] }), agent);
 * covered; // ["@method", "@authority", "@path"]
 * ```
 */
export function verifyRequest(
  request: RequestMessage,
  keys: VerificationKeys,
  options: VerifyRequestOptions,
): Promise<Verified> {
  const { agentHeader, signedFields = [] } = options;
  const read = (): Components => {
    const components = requestComponents(request, agentHeader);
    return { ...components, required: [...new Set([...components.required, ...signedFields])] };
  };
  return verify(read, keys, options);
}

/**
 * Verifies a signed response (§5.4): the signature must cover its status, and the digest and type of a body.
 * @throws ProtocolError as `verifyRequest`
 * @example
 * ```ts
 * import { keysOf, type Signer, signResponse, verifyResponse } from "@proto-gen/runtime/signature";
 *
 * declare const business: { readonly profile: object; readonly signer: Signer };
 * const headers = ["Content-Type", "application/json"];
 * const response = { status: 200, headers, body: new TextEncoder().encode('{"id":"checkout_1"}') };
 * const fields = await signResponse(response, business.signer);
 * const received = { ...response, headers: [...headers, ...fields.flat()] };
 * const { keyId } = await verifyResponse(received, keysOf(business.profile), { maxAge: 300 });
 * ```
 */
export function verifyResponse(
  response: ResponseMessage,
  keys: VerificationKeys,
  options: VerifyOptions = {},
): Promise<Verified> {
  return verify(() => responseComponents(response), keys, options);
}

async function verify(
  read: () => Components,
  keys: VerificationKeys,
  options: VerifyOptions,
): Promise<Verified> {
  const { components, signature } = invalidUnlessRead(() => {
    const components = read();
    const signature = receivedSignature(components.fields);
    requireInTime(signature, options);
    return { components, signature };
  });
  const { keyId, created, expires, covered, value } = signature;
  const key = await keys.keyFor(keyId);
  const base = invalidUnlessRead(() => {
    requireCoverage(components, signature);
    const params = signatureParams(signature.covered, signature.parameters);
    return signatureBase(signature.covered, params, components);
  });
  if (covered.includes("content-digest"))
    await verifyContentDigest(components.valueOf("content-digest"), components.body);
  if (!(await isSignedBy(key, value, base))) throw new ProtocolError("signature_invalid");
  return { keyId, created, expires, covered };
}

function invalidUnlessRead<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof MessageError)) throw cause;
    throw new ProtocolError("signature_invalid", { content: cause.message, cause });
  }
}

/** A signature that covers less than §5.4 requires could belong to another message. Covering more is allowed. */
function requireCoverage({ required, fields }: Components, { covered }: ReceivedSignature): void {
  for (const name of required) {
    if (!name.startsWith("@") && !fields.has(name)) {
      const content = `The message has no field ${name}, which the signature must cover.`;
      throw new ProtocolError("signature_missing", { content });
    }
    if (!covered.includes(name)) throw new MessageError(`The signature does not cover ${name}.`);
  }
}

function requireInTime(
  { created, expires }: ReceivedSignature,
  { clock, clockSkew = 60, maxAge }: VerifyOptions,
): void {
  const now = secondsOf(clock);
  if (created === undefined && maxAge !== undefined)
    throw new MessageError("The signature lacks the parameter created.");
  if (created !== undefined) {
    if (created > now + clockSkew)
      throw new MessageError("The signature was created in the future.");
    if (maxAge !== undefined && created < now - clockSkew - maxAge)
      throw new MessageError("The signature is too old.");
  }
  if (expires !== undefined && expires < now - clockSkew)
    throw new MessageError("The signature has expired.");
}

/**
 * Verifies an ECDSA signature (FIPS 186-5), given as r and s concatenated, on the key's own curve.
 * @throws ProtocolError `algorithm_unsupported` if the key is not an ECDSA key on P-256 or P-384
 */
export async function isSignedBy(
  key: WebKey,
  signature: Uint8Array,
  bytes: Uint8Array,
): Promise<boolean> {
  const { name, namedCurve } = key.algorithm;
  if (name !== "ECDSA" || !isCurve(namedCurve)) throw new ProtocolError("algorithm_unsupported");
  const { hash, bytes: width } = algorithmOf(namedCurve);
  if (signature.length !== 2 * width) return false;
  return subtle().verify({ name: "ECDSA", hash }, key, signature, bytes);
}

interface ReceivedSignature {
  readonly keyId: string;
  /** Seconds since 1970. */
  readonly created: number | undefined;
  readonly expires: number | undefined;
  /** Names of the covered components, without duplicates, in the signer's order. */
  readonly covered: readonly string[];
  /** The other parameters of Signature-Input, in the signer's order. */
  readonly parameters: Parameters;
  readonly value: Uint8Array;
}

/** @throws ProtocolError `signature_missing`; MessageError if the fields are malformed */
function receivedSignature(fields: Fields): ReceivedSignature {
  const inputField = required(fields, "signature-input");
  const valueField = required(fields, "signature");
  // Signatures with other labels are ignored (RFC 9421 §4.3).
  const input = dictionaryOf("Signature-Input", inputField).get(LABEL);
  const value = dictionaryOf("Signature", valueField).get(LABEL);
  if (input === undefined || value === undefined)
    throw missing(`The message has no signature ${LABEL}.`);
  if (!isInnerList(input)) throw new MessageError("Signature-Input must list components.");
  const parameters = input[1];
  if (parameters.has("alg"))
    throw new MessageError("Signature-Input must not have alg, which follows from the key.");
  return {
    keyId: keyIdOf(parameters),
    created: secondsIn(parameters, "created"),
    expires: secondsIn(parameters, "expires"),
    covered: namesOf(input),
    parameters,
    value: bytesOf("Signature", valueField, value),
  };
}

function required(fields: Fields, name: string): string {
  // A dictionary may be split over several lines (RFC 8941 §4.2).
  const value = fields.get(name);
  if (value === undefined) throw missing(`The message has no field ${name}.`);
  return value;
}

function missing(content: string): ProtocolError {
  return new ProtocolError("signature_missing", { content });
}

function keyIdOf(parameters: Parameters): string {
  const keyId = parameters.get("keyid");
  if (keyId === undefined) throw missing("Signature-Input has no keyid.");
  if (typeof keyId === "string" && keyId !== "") return keyId;
  throw new MessageError("The keyid of Signature-Input must be a string.");
}

function secondsIn(parameters: Parameters, name: string): number | undefined {
  const value: BareItem | undefined = parameters.get(name);
  if (value === undefined || Number.isInteger(value)) return value as number | undefined;
  throw new MessageError(`The ${name} of Signature-Input must be an integer.`);
}

/** A derived component or a field name (RFC 9110 §5.1), neither of which needs escaping in a string. */
const NAME = /^@?[a-z\d!#$%&'*+.^_`|~-]+$/;

function namesOf([items]: InnerList): readonly string[] {
  const names = items.map(([name, parameters]) => {
    if (typeof name !== "string" || !NAME.test(name))
      throw new MessageError("The components of Signature-Input must be names in lower case.");
    // `sf`, `key`, `bs`, `tr`, `req`: nobody needs them here, and each is another way to read a message.
    if (parameters.size > 0)
      throw new MessageError(`The component ${name} must not have parameters.`);
    return name;
  });
  if (new Set(names).size < names.length)
    throw new MessageError("Signature-Input must not repeat a component.");
  return names;
}
