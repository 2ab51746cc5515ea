/**
 * Parses dictionaries in header fields (RFC 8941 §3.2), and rejects those that other parsers might read differently. Apart from the
 * messages, whose types a server's declarations have: they need no library.
 */

import {
  isInnerList,
  parseDictionary,
  type BareItem,
  type Dictionary,
  type InnerList,
  type Item,
} from "structured-headers";
import { encodeBase64 } from "../text/encoding.js";
import { MessageError } from "./message.js";

/** Bounds the parser's time per request: callers are not authenticated yet. */
const LONGEST = 4_096;

/** @throws MessageError if the value is not a dictionary or repeats a key */
export function dictionaryOf(name: string, value: string): Dictionary {
  if (value.length > LONGEST) throw new MessageError(`${name} is too long.`);
  try {
    const dictionary = parseDictionary(value);
    if (!repeatsKeys(value, dictionary)) return dictionary;
  } catch (cause) {
    throw new MessageError(`${name} is not a dictionary (RFC 8941).`, { cause });
  }
  throw new MessageError(`${name} repeats a key.`);
}

/**
 * The parser keeps the last of two equal keys, as RFC 8941 requires; other readers keep the first. Outside of strings
 * there is one comma between members and one semicolon before each parameter, so counting them reveals repetitions.
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
 * Returns the bytes of a member, which must be canonical base64. The parser tolerates missing padding and nonzero
 * unused bits, so that several texts would be the same signature.
 * @throws MessageError
 */
export function bytesOf(name: string, value: string, member: Item | InnerList): Uint8Array {
  const bare = member[0] as BareItem;
  if (!(bare instanceof ArrayBuffer) || member[1].size > 0)
    throw new MessageError(`${name} must have a byte sequence without parameters.`);
  const bytes = new Uint8Array(bare);
  if (!value.includes(`:${encodeBase64(bytes)}:`))
    throw new MessageError(`${name} is not canonical base64.`);
  return bytes;
}
