/**
 * Signs responses as their requests ask for it in `Accept-Signature` (RFC 9421 §5). A signature that cannot be made as it is asked for
 * is left out: the response is sent all the same. Each one covers at least what §5.4 requires, so that no request can obtain a
 * signature that says less than the business's own.
 */

import { isInnerList, type InnerList, type Parameters } from "structured-headers";
import type { AskedSignatures } from "../server/request-path.js";
import { responseComponents, requestComponents, type Components } from "./components.js";
import { dictionaryOf } from "./dictionary.js";
import { Fields, MessageError, type ResponseMessage, type SignatureHeaders } from "./message.js";
import { createdParameters, digestHeaders, LABEL, signed, type SignOptions } from "./sign.js";
import type { Signer } from "./signer.js";
import { algorithmOf } from "./signing-key.js";

/** Bound the work for one response: nobody pays for a signature that is asked for. */
const MOST_SIGNATURES = 4;
const MOST_COMPONENTS = 32;

/** A derived component or a field name (RFC 9110 §5.1), neither of which needs escaping in a string. */
const NAME = /^@?[a-z\d!#$%&'*+.^_`|~-]{1,64}$/;
/** Seconds after which a signature expires whose request wants it to. */
const EXPIRES_IN = 300;

export interface AskedOptions extends SignOptions {
  /** True if the response is signed although its request does not ask for it: under the usual label, if that is not asked for. */
  readonly isOwn: boolean;
}

/**
 * Returns the fields to add to a response: those of each signature that its request asks for and that can be made. Reports why another
 * one is missing.
 * @throws TypeError if the message cannot be signed at all, as `signResponse` does
 */
export async function signAsAsked(
  response: ResponseMessage,
  signer: Signer,
  { accept, request, report }: AskedSignatures,
  options: AskedOptions,
): Promise<SignatureHeaders> {
  const asked = readAsked(accept, report);
  if (asked.length === 0 && !options.isOwn) return [];
  const digest = await digestHeaders(response);
  const components = responseComponents(
    response,
    new Fields([...response.headers, ...digest.flat()]),
  );
  const wholeMessage = withRequest(components, () => requestComponents(request(), ""));
  const made: (readonly [label: string, params: string, value: string])[] = [];
  for (const [label, list] of asked) {
    const covered = coveredBy(list, wholeMessage);
    const parameters = parametersFor(list[1], signer, options);
    if (covered === undefined) report(`a component of ${label} is not there, or is not supported`);
    else if (parameters === undefined) report(`a parameter of ${label} cannot be met`);
    else made.push([label, ...(await signed(covered, parameters, wholeMessage, signer))]);
  }
  if (options.isOwn && !made.some(([label]) => label === LABEL)) {
    const parameters = createdParameters(signer, options);
    made.push([LABEL, ...(await signed(components.required, parameters, components, signer))]);
  }
  if (made.length === 0) return [];
  return [
    ...digest,
    ["signature-input", made.map(([label, params]) => `${label}=${params}`).join(", ")],
    ["signature", made.map(([label, , value]) => `${label}=:${value}:`).join(", ")],
  ];
}

/** The labels with what they ask for. None if the field is malformed, or asks for too much. */
function readAsked(
  accept: string,
  report: AskedSignatures["report"],
): readonly (readonly [label: string, list: InnerList])[] {
  const lists: (readonly [string, InnerList])[] = [];
  try {
    for (const [label, member] of dictionaryOf("Accept-Signature", accept)) {
      if (!isInnerList(member)) throw new MessageError("Accept-Signature must list components.");
      if (lists.length === MOST_SIGNATURES || member[0].length > MOST_COMPONENTS)
        throw new MessageError("Accept-Signature asks for too much.");
      lists.push([label, member]);
    }
    return lists;
  } catch (thrown) {
    if (!(thrown instanceof MessageError)) throw thrown;
    report(thrown.message);
    return [];
  }
}

/** With the components of the request, whose names end in `;req` (RFC 9421 §2.4). It is read when the first of them is. */
function withRequest(components: Components, read: () => Components): Components {
  let request: Components | undefined;
  return {
    ...components,
    valueOf(name) {
      if (!name.endsWith(";req")) return components.valueOf(name);
      request ??= read();
      return request.valueOf(name.slice(0, -";req".length));
    },
  };
}

/**
 * The names of what a signature covers: what is asked for, and what §5.4 requires. Undefined if the message lacks one of them, or if
 * one has parameters other than `req`: each is another way to read a message.
 */
function coveredBy([items]: InnerList, components: Components): readonly string[] | undefined {
  const names = new Set<string>();
  for (const [name, parameters] of items) {
    const isOfRequest = parameters.get("req") === true;
    if (typeof name !== "string" || !NAME.test(name)) return undefined;
    if (parameters.size > (isOfRequest ? 1 : 0)) return undefined;
    const full = isOfRequest ? `${name};req` : name;
    if (names.has(full) || !isThere(full, components)) return undefined;
    names.add(full);
  }
  for (const name of components.required) names.add(name);
  return [...names];
}

function isThere(name: string, components: Components): boolean {
  try {
    components.valueOf(name);
    return true;
  } catch (thrown) {
    if (thrown instanceof MessageError) return false;
    throw thrown;
  }
}

/**
 * The parameters of a signature (RFC 9421 §5.1). Undefined if another key or algorithm is asked for than the signer's, or anything that
 * is not known. The signature has no `alg`, which follows from the key (§5.4).
 */
function parametersFor(
  asked: Parameters,
  signer: Signer,
  options: SignOptions,
): ReadonlyMap<string, string | number> | undefined {
  const { expiresIn = asked.has("expires") ? EXPIRES_IN : undefined } = options;
  const echoed = new Map<string, string>();
  for (const [name, value] of asked) {
    if (name === "created" || name === "expires") {
      if (value !== true) return undefined;
    } else if (name === "nonce" || name === "tag") {
      if (typeof value !== "string") return undefined;
      echoed.set(name, value);
    } else if (name === "keyid") {
      if (value !== signer.keyId) return undefined;
    } else if (name !== "alg" || value !== algorithmOf(signer.curve).registered) return undefined;
  }
  return new Map([...createdParameters(signer, { ...options, expiresIn }), ...echoed]);
}
