/** The header fields of a Node message, in the interface of the Fetch standard. */

import type { WebHeaders } from "../rest/index.js";

/**
 * Uses the raw list, because Node's own `headers` drops the second of two `Authorization`, `Content-Type` and others,
 * so that a proxy may have used a different one.
 */
export class NodeHeaders implements WebHeaders {
  readonly #raw: readonly string[];

  constructor(raw: readonly string[]) {
    this.#raw = raw;
  }

  /** As HTTP/1.1 lines. */
  get bytes(): number {
    const raw = this.#raw;
    let bytes = 0;
    for (let at = 0; at + 1 < raw.length; at += 2)
      bytes += raw[at]!.length + raw[at + 1]!.length + LINE_BYTES;
    return bytes;
  }

  get(name: string): string | null {
    const raw = this.#raw;
    let found: string | null = null;
    // A linear search: few fields are read, and names of equal length are rare. Building a map would take longer.
    for (let at = 0; at + 1 < raw.length; at += 2) {
      if (raw[at]!.length !== name.length || !isSame(raw[at]!, name)) continue;
      found = found === null ? raw[at + 1]! : `${found}, ${raw[at + 1]!}`;
    }
    return found;
  }

  forEach(each: (value: string, name: string) => void): void {
    const byName = new Map<string, string>();
    const raw = this.#raw;
    for (let at = 0; at + 1 < raw.length; at += 2) {
      const name = raw[at]!.toLowerCase();
      const before = byName.get(name);
      byName.set(name, before === undefined ? raw[at + 1]! : `${before}, ${raw[at + 1]!}`);
    }
    byName.forEach(each);
  }
}

/** `: ` and the line end. */
const LINE_BYTES = 4;

function isSame(one: string, other: string): boolean {
  return one === other || one.toLowerCase() === other.toLowerCase();
}
