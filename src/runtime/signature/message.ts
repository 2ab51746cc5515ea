/**
 * Messages as they are on the wire, and their header fields. A signature covers what was sent, not how it was
 * parsed.
 */

/** The message cannot be signed, or its signature base cannot be computed. */
export class MessageError extends TypeError {
  override readonly name: string = "MessageError";
}

export interface RequestMessage {
  readonly method: string;
  /** As on the request line, in origin or absolute form, with dot segments and escapes unchanged. */
  readonly target: string;
  /** Determines the default port that `@authority` omits. A target in absolute form has its own scheme. */
  readonly scheme: "https" | "http";
  /**
   * Overrides the host and port of the target and the Host field, for clients whose `fetch` sets that field and
   * servers that know their own name.
   */
  readonly authority?: string | undefined;
  /** Alternating names and values, so that repeated fields are visible. */
  readonly headers: readonly string[];
  /** Raw bytes. Null or empty if there is no body. */
  readonly body: Uint8Array | null;
}

export interface ResponseMessage {
  readonly status: number;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
}

/** Fields to add to the message, in order. Names are in lower case. */
export type SignatureHeaders = readonly (readonly [name: string, value: string])[];

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

/** The header fields of a message, with the values that signatures cover (RFC 9421 §2.1). */
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
