/** Signs messages (§5.4, RFC 9421 §3.1). The result is the header fields to add. */

import { algorithmOf } from "./signing-key.js";
import { encodeBase64 } from "../text/encoding.js";
import { secondsOf, type Clock } from "../time/time.js";
import {
  hasBody,
  requestComponents,
  responseComponents,
  type Components,
  signatureBase,
  signatureParams,
  contentDigest,
} from "./components.js";
import {
  type RequestMessage,
  type ResponseMessage,
  type SignatureHeaders,
  MessageError,
  Fields,
} from "./message.js";
import type { Signer } from "./signer.js";

/** The only label of signatures (§5.4). */
export const LABEL = "sig1";

export interface SignOptions {
  readonly clock?: Clock | undefined;
  /** Seconds after which verifiers reject the signature. Default: no limit. */
  readonly expiresIn?: number | undefined;
}

export interface SignRequestOptions extends SignOptions {
  /** `agentHeader` of the protocol's `Vocabulary`. Covered if the request has it. */
  readonly agentHeader: string;
  /** Additional fields to cover, in lower case. None may be repeated. */
  readonly alsoCovered?: readonly string[] | undefined;
}

const OURS = ["content-digest", "signature-input", "signature"];

/**
 * Returns the fields to add to a request: Signature-Input, Signature, and for a body Content-Digest. Covers exactly
 * what §5.4 requires, and `alsoCovered`. A request may be signed anew each time it is sent: ECDSA signatures differ,
 * but its Idempotency-Key makes it the same request.
 * @throws TypeError if the message cannot be signed, for example a body without Content-Type or a repeated field
 * @example
 * ```ts
 * import { createSigner, generateSigningKey, signRequest } from "@proto-gen/runtime/signature";
 *
 * const signer = await createSigner((await generateSigningKey()).privateKey);
 * const headers = ["Proto-Agent", 'profile="https://agent.example/profile.json"', "Host", "shop.example"];
 * const request = { method: "GET", target: "/carts/cart_1", scheme: "https", headers, body: null } as const;
 * const fields = await signRequest(request, signer, { agentHeader: "Proto-Agent" });
 * fields.map(([name]) => name); // ["signature-input", "signature"]
 * ```
 */
export async function signRequest(
  request: RequestMessage,
  signer: Signer,
  options: SignRequestOptions,
): Promise<SignatureHeaders> {
  const digest = await digestHeaders(request);
  const fields = new Fields([...request.headers, ...digest.flat()]);
  const components = requestComponents(request, options.agentHeader, fields);
  const { alsoCovered = [] } = options;
  for (const name of alsoCovered) fields.single(name);
  const required = [...components.required, ...alsoCovered];
  return sign({ ...components, required }, digest, signer, options);
}

/**
 * Returns the fields to add to a response. Covers the status, and the digest and type of a body (§5.4).
 * @throws TypeError if the message cannot be signed, for example a body without Content-Type or a repeated field
 * @example
 * ```ts
 * import { createSigner, generateSigningKey, signResponse } from "@proto-gen/runtime/signature";
 *
 * const signer = await createSigner((await generateSigningKey()).privateKey);
 * const body = new TextEncoder().encode('{"id":"checkout_1","status":"completed"}');
 * const response = { status: 200, headers: ["Content-Type", "application/json"], body };
 * const fields = await signResponse(response, signer, { expiresIn: 300 });
 * fields.map(([name]) => name); // ["content-digest", "signature-input", "signature"]
 * ```
 */
export async function signResponse(
  response: ResponseMessage,
  signer: Signer,
  options: SignOptions = {},
): Promise<SignatureHeaders> {
  const digest = await digestHeaders(response);
  const fields = new Fields([...response.headers, ...digest.flat()]);
  return sign(responseComponents(response, fields), digest, signer, options);
}

/** @throws MessageError if the message has one of the fields that a signature adds */
export async function digestHeaders({
  headers,
  body,
}: RequestMessage | ResponseMessage): Promise<SignatureHeaders> {
  const fields = new Fields(headers);
  const before = OURS.find((name) => fields.has(name));
  if (before !== undefined) throw new MessageError(`The message already has a field ${before}.`);
  return hasBody(body) ? [["content-digest", await contentDigest(body)]] : [];
}

async function sign(
  components: Components,
  digest: SignatureHeaders,
  signer: Signer,
  options: SignOptions,
): Promise<SignatureHeaders> {
  const parameters = createdParameters(signer, options);
  const [params, value] = await signed(components.required, parameters, components, signer);
  return [
    ...digest,
    ["signature-input", `${LABEL}=${params}`],
    ["signature", `${LABEL}=:${value}:`],
  ];
}

/** No `alg`: it follows from the key's curve (§5.4). */
export function createdParameters(
  { keyId }: Signer,
  { clock, expiresIn }: SignOptions,
): ReadonlyMap<string, string | number> {
  const created = secondsOf(clock);
  const parameters = new Map<string, string | number>([["created", created]]);
  if (expiresIn !== undefined) parameters.set("expires", created + expiresIn);
  return parameters.set("keyid", keyId);
}

/**
 * @param names of the components to cover
 * @returns the parameters and the signature, in base64, as they stand behind the label
 */
export async function signed(
  names: readonly string[],
  parameters: ReadonlyMap<string, string | number>,
  components: Components,
  signer: Signer,
): Promise<readonly [params: string, value: string]> {
  const params = signatureParams(names, parameters);
  const signature = await signer.sign(signatureBase(names, params, components));
  requireWidth(signature, signer);
  return [params, encodeBase64(signature)];
}

/** Key vaults often return DER, which verifiers reject (§5.4). */
function requireWidth({ length }: Uint8Array, { curve }: Signer): void {
  const width = 2 * algorithmOf(curve).bytes;
  if (length !== width)
    throw new TypeError(
      `the signer returned ${length} bytes: expected ${width}, r and s of ${curve}, not DER`,
    );
}
