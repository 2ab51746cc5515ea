/** The header fields of a message, with the values that signatures cover (RFC 9421 §2.1). */

import { MessageError } from "./message.js";

/**
 * Visible ASCII, spaces and tabs. A line break would let a value forge lines of the signature base (RFC 9421 §7.5.6),
 * and other characters have no single encoding.
 */
const FIELD_CONTENT = /^[\t\x20-\x7e]*$/;

interface Field {
  readonly values: string[];
  /** The combined value, cached on first use. */
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

  /** @throws MessageError if a value cannot be covered by a signature */
  get(name: string): string | undefined {
    const field = this.#byName.get(name);
    if (field === undefined) return undefined;
    return (field.content ??= field.values.map((value) => contentOf(name, value)).join(", "));
  }

  /** @throws MessageError if the field was sent more than once, since readers could disagree on its value */
  single(name: string): string | undefined {
    const field = this.#byName.get(name);
    if (field !== undefined && field.values.length > 1)
      throw new MessageError(`The field ${name} must not be repeated.`);
    return this.get(name);
  }
}

function contentOf(name: string, value: string): string {
  if (!FIELD_CONTENT.test(value))
    throw new MessageError(`The field ${name} must be visible ASCII.`);
  return isBlank(value, 0) || isBlank(value, value.length - 1) ? trimmed(value) : value;
}

function isBlank(value: string, at: number): boolean {
  return value[at] === " " || value[at] === "\t";
}

/** Not a regular expression: `/[\t ]+$/` would restart at every blank inside. */
function trimmed(value: string): string {
  let start = 0;
  let end = value.length;
  while (isBlank(value, start)) start += 1;
  while (end > start && isBlank(value, end - 1)) end -= 1;
  return value.slice(start, end);
}
