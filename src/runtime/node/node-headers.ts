/** The header fields of a message of Node, as the Fetch standard reads them. */

import type { WebHeaders } from "../rest/index.js";

/**
 * From the raw list: Node's own `headers` drops the second of two `Authorization`, `Content-Type` and the
 * like, so that whoever stands in front may have read another one than the server.
 */
export class NodeHeaders implements WebHeaders {
  readonly #byName = new Map<string, string>();

  constructor(raw: readonly string[]) {
    const byName = this.#byName;
    for (let at = 0; at + 1 < raw.length; at += 2) {
      const name = raw[at]!.toLowerCase();
      const value = raw[at + 1]!;
      const before = byName.get(name);
      byName.set(name, before === undefined ? value : `${before}, ${value}`);
    }
  }

  get(name: string): string | null {
    return this.#byName.get(name) ?? this.#byName.get(name.toLowerCase()) ?? null;
  }

  forEach(each: (value: string, name: string) => void): void {
    this.#byName.forEach(each);
  }
}
