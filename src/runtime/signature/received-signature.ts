/** Parses a received signature (RFC 9421 §4). */

import { isInnerList, type BareItem, type InnerList, type Parameters } from "structured-headers";
import { ProtocolError } from "../error/protocol-error.js";
import { bytesOf, dictionaryOf } from "./dictionary.js";
import { MessageError, type Fields } from "./message.js";
import { LABEL } from "./sign.js";

export interface ReceivedSignature {
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
export function receivedSignature(fields: Fields): ReceivedSignature {
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
    created: secondsOf(parameters, "created"),
    expires: secondsOf(parameters, "expires"),
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

function secondsOf(parameters: Parameters, name: string): number | undefined {
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
