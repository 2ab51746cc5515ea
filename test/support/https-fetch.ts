/** `fetch` over TLS with a certificate of this test's own, which Node's cannot be given. */

import { request } from "node:https";
import { Readable } from "node:stream";
import type { Fetch } from "../../src/runtime/client/send.js";

/** @param seen told of each connection: the version of TLS */
export function httpsFetch(ca: string, seen: (protocol: string | null) => void = () => {}): Fetch {
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const call = request(url, { method, headers, ca, signal }, (incoming) => {
        seen((incoming.socket as { getProtocol?(): string | null }).getProtocol?.() ?? null);
        const fields = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        resolve({
          status: incoming.statusCode ?? 0,
          headers: new Headers(fields),
          body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>,
        });
      });
      call.on("error", reject);
      call.end(body);
    });
}
