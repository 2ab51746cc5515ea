/** Several businesses behind one listener, each at its own host. */

import { ProtocolError } from "../error/protocol-error.js";
import { errorAnswer, jsonAnswer, toResponse, type Answer } from "../rest/answer.js";
import type { BusinessServer } from "./create-server.js";
import type { Readiness } from "./lifecycle.js";
import type { Connection, ServerRequest } from "./transport.js";

/** `contextFor` belongs to each business. */
export type HostServer = Omit<BusinessServer, "contextFor">;

/**
 * Passes each request to the server of its host. Profile, keys, storage, rate limit and log are those of each server, so
 * one that is flooded or fails changes nothing for the others.
 *
 * A request for another host is answered with 404. `/healthz` and `/readyz` are answered at any host, since load
 * balancers ask by address: the whole is ready if each server is.
 * @param servers by host, with the port unless it is the default of the scheme: `shop.example`, `localhost:8443`
 * @throws TypeError if there is no server, or a host is not one
 * @example
 * ```ts
 * import { routeByHost, type BusinessServer } from "@proto-gen/runtime/server";
 *
 * declare const [books, bikes]: [BusinessServer, BusinessServer];
 * const both = routeByHost({ "books.example": books, "bikes.example": bikes });
 * const response = await both.fetch(new Request("https://bikes.example/.well-known/proto"));
 * ```
 */
export function routeByHost(servers: Readonly<Record<string, HostServer>>): HostServer {
  const byHost = new Map(
    Object.entries(servers).map(([host, server]) => [requireHost(host), server]),
  );
  if (byHost.size === 0) throw new TypeError("routeByHost: there is no server");
  const all = [...new Set(byHost.values())];

  async function readiness(): Promise<Readiness> {
    const each = await Promise.all(all.map((server) => server.readiness()));
    return each.find((state) => state !== "ready") ?? "ready";
  }

  async function answer(request: ServerRequest, connection?: Connection): Promise<Answer> {
    const url = new URL(request.url);
    const server = byHost.get(url.host);
    if (server !== undefined) return server.answer(request, connection);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isRead && url.pathname === "/healthz") return jsonAnswer(200, { status: "alive" });
    if (isRead && url.pathname === "/readyz") {
      const status = await readiness();
      return jsonAnswer(status === "ready" ? 200 : 503, { status });
    }
    return errorAnswer(
      new ProtocolError("not_found", { content: "There is no business at this host." }),
    );
  }

  return {
    answer,
    fetch: async (request) => toResponse(await answer(request)),
    readiness,
    stop: async (options) =>
      (await Promise.all(all.map((server) => server.stop(options)))).every(Boolean),
  };
}

/** In the form that URLs have: lower case, Punycode. */
function requireHost(host: string): string {
  const url = URL.canParse(`https://${host}`) ? new URL(`https://${host}`) : undefined;
  const isHost = url !== undefined && url.href === `https://${url.host}/` && !host.includes("/");
  if (!isHost) throw new TypeError(`routeByHost: ${JSON.stringify(host)} is not a host`);
  return url.host;
}
