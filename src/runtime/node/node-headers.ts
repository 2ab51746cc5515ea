/** The header fields of a message of Node, as the Fetch standard reads them. */

import type { WebHeaders } from "../rest/index.js";

/**
 * From the raw list: Node's own `headers` drops the second of two `Authorization`, `Content-Type` and the
 * like, so that whoever stands in front may have read another one than the server.
 */
export class NodeHeaders implements WebHeaders {
  readonly #raw: readonly string[];

  constructor(raw: readonly string[]) {
    this.#raw = raw;
  }

  /** As on a line of HTTP/1.1 each. */
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
    // Few of them are asked for, and hardly two have names of one length: a map would take longer to make.
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

/** `: ` and the end. */
const LINE_BYTES = 4;

function isSame(one: string, other: string): boolean {
  return one === other || one.toLowerCase() === other.toLowerCase();
}
