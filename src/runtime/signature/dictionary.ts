/** One member of a header field that is a dictionary (RFC 8941 §3.2), where two readers agree on it. */

import {
  isInnerList,
  parseDictionary,
  type BareItem,
  type Dictionary,
  type InnerList,
  type Item,
} from "structured-headers";
import { encodeBase64 } from "./base64.js";
import { MessageError } from "./message-error.js";

/** The parser takes its time for every character, and nobody has been asked for a name yet. */
const LONGEST = 4_096;

/** @throws MessageError for a value that is no dictionary, or says one thing twice */
export function dictionaryOf(name: string, value: string): Dictionary {
  if (value.length > LONGEST) throw new MessageError(`${name} is too long.`);
  try {
    const dictionary = parseDictionary(value);
    if (!repeatsKeys(value, dictionary)) return dictionary;
  } catch (cause) {
    throw new MessageError(`${name} is no dictionary (RFC 8941).`, { cause });
  }
  throw new MessageError(`${name} has a key twice.`);
}

/**
 * The parser keeps the last of two members, as RFC 8941 has it; other readers keep the first. What is not
 * in strings has one comma between members, and one semicolon before each parameter.
 */
function repeatsKeys(value: string, dictionary: Dictionary): boolean {
  let members = 0;
  let parameters = 0;
  for (const member of dictionary.values()) {
    members += 1;
    parameters += member[1].size;
    if (isInnerList(member)) for (const [, own] of member[0]) parameters += own.size;
  }
  const outside = value.includes('"') ? value.replace(STRINGS, "") : value;
  return count(outside, ",") !== Math.max(0, members - 1) || count(outside, ";") !== parameters;
}

const STRINGS = /"(?:[^"\\]|\\.)*"/g;

function count(text: string, separator: string): number {
  let found = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) found += 1;
  return found;
}

/**
 * The bytes of a member, written as base64 has it: the parser forgives padding that is missing and bits
 * that are left over, so that several texts would be one signature.
 *
 * @throws MessageError
 */
export function bytesOf(name: string, value: string, member: Item | InnerList): Uint8Array {
  const bare = member[0] as BareItem;
  if (!(bare instanceof ArrayBuffer) || member[1].size > 0)
    throw new MessageError(`${name} has no byte sequence there.`);
  const bytes = new Uint8Array(bare);
  if (!value.includes(`:${encodeBase64(bytes)}:`))
    throw new MessageError(`${name} is not canonical base64.`);
  return bytes;
}
