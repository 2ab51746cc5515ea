/** The header fields of a message. In: the raw list. Out: values as signatures cover them (RFC 9421 §2.1). */

import { MessageError } from "./message-error.js";

/**
 * Visible ASCII, spaces and tabs. A line end in a value would let it forge lines of the signature base
 * (RFC 9421 §7.5.6), and other characters have no one encoding.
 */
const FIELD_CONTENT = /^[\t\x20-\x7e]*$/;

interface Field {
  readonly values: string[];
  /** Of all values, once somebody has asked for it. */
  content?: string;
}

export class Fields {
  readonly #byName = new Map<string, Field>();

  constructor(raw: readonly string[]) {
    for (let at = 0; at + 1 < raw.length; at += 2) {
      const name = raw[at]!.toLowerCase();
      const field = this.#byName.get(name);
      if (field === undefined) this.#byName.set(name, { values: [raw[at + 1]!] });
      else field.values.push(raw[at + 1]!);
    }
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** @throws MessageError for a value that no signature can cover */
  get(name: string): string | undefined {
    const field = this.#byName.get(name);
    if (field === undefined) return undefined;
    return (field.content ??= field.values.map((value) => contentOf(name, value)).join(", "));
  }

  /** @throws MessageError where the field was sent more than once: two readers could take two of them */
  single(name: string): string | undefined {
    const field = this.#byName.get(name);
    if (field !== undefined && field.values.length > 1)
      throw new MessageError(`The field ${name} is repeated.`);
    return this.get(name);
  }
}

function contentOf(name: string, value: string): string {
  if (!FIELD_CONTENT.test(value))
    throw new MessageError(`The field ${name} has characters other than visible ASCII.`);
  return isBlank(value, 0) || isBlank(value, value.length - 1) ? trimmed(value) : value;
}

function isBlank(value: string, at: number): boolean {
  return value[at] === " " || value[at] === "\t";
}

/** By hand: `/[\t ]+$/` starts anew at each blank inside. */
function trimmed(value: string): string {
  let start = 0;
  let end = value.length;
  while (isBlank(value, start)) start += 1;
  while (end > start && isBlank(value, end - 1)) end -= 1;
  return value.slice(start, end);
}
