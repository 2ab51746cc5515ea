/** A signature as it came in (RFC 9421 §4). In: the message's fields. Out: what it says of itself. */

import { isInnerList, type BareItem, type InnerList, type Parameters } from "structured-headers";
import { ProtocolError } from "../error/index.js";
import { bytesOf, dictionaryOf } from "./dictionary.js";
import type { Fields } from "./fields.js";
import { MessageError } from "./message-error.js";
import { LABEL } from "./label.js";

export interface ReceivedSignature {
  readonly keyId: string;
  /** Seconds since 1970. */
  readonly created: number | undefined;
  readonly expires: number | undefined;
  /** Names of components, each once, in the signer's order. */
  readonly covered: readonly string[];
  /** What Signature-Input says beside them, in the signer's order. */
  readonly parameters: Parameters;
  readonly value: Uint8Array;
}

/** @throws ProtocolError signature_missing; MessageError for what is not what it has to be */
export function receivedSignature(fields: Fields): ReceivedSignature {
  const inputField = required(fields, "signature-input");
  const valueField = required(fields, "signature");
  // Signatures with other labels are others' business (RFC 9421 §4.3).
  const input = dictionaryOf("Signature-Input", inputField).get(LABEL);
  const value = dictionaryOf("Signature", valueField).get(LABEL);
  if (input === undefined || value === undefined) throw missing(`There is no signature ${LABEL}.`);
  if (!isInnerList(input)) throw new MessageError("Signature-Input has no list of components.");
  const parameters = input[1];
  if (parameters.has("alg"))
    throw new MessageError("Signature-Input has alg, which follows from the key alone.");
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
  // Several lines are one dictionary (RFC 8941 §4.2).
  const value = fields.get(name);
  if (value === undefined) throw missing(`There is no field ${name}.`);
  return value;
}

function missing(content: string): ProtocolError {
  return new ProtocolError("signature_missing", { content });
}

function keyIdOf(parameters: Parameters): string {
  const keyId = parameters.get("keyid");
  if (keyId === undefined) throw missing("Signature-Input has no keyid.");
  if (typeof keyId === "string" && keyId !== "") return keyId;
  throw new MessageError("Signature-Input has a keyid that is no string.");
}

function secondsOf(parameters: Parameters, name: string): number | undefined {
  const value: BareItem | undefined = parameters.get(name);
  if (value === undefined || Number.isInteger(value)) return value as number | undefined;
  throw new MessageError(`Signature-Input has a ${name} that is no integer.`);
}

/** A derived component, or the name of a field (RFC 9110 §5.1): nothing that a string has to escape. */
const NAME = /^@?[a-z\d!#$%&'*+.^_`|~-]+$/;

function namesOf([items]: InnerList): readonly string[] {
  const names = items.map(([name, parameters]) => {
    if (typeof name !== "string" || !NAME.test(name))
      throw new MessageError("Signature-Input has a component that is no name in lower case.");
    // `sf`, `key`, `bs`, `tr`, `req`: nobody has to send them here, and each is another way to read.
    if (parameters.size > 0) throw new MessageError(`The component ${name} has parameters.`);
    return name;
  });
  if (new Set(names).size < names.length)
    throw new MessageError("Signature-Input has a component twice.");
  return names;
}
