/** The small business on a real socket of this machine, and a platform that it knows. */

import { readFileSync } from "node:fs";
import path from "node:path";
import type { ClientOptions } from "@proto-gen/runtime/client";
import type { JsonObject } from "@proto-gen/runtime/json";
import { serveNode } from "@proto-gen/runtime/node";
import { approvedPlatforms, type Server, type ServerOptions } from "@proto-gen/runtime/server";
import { createServer } from "../../generated/server.js";
import { repository } from "./published.js";
import { createSmallBusiness, type SmallBusiness } from "./small-business.js";

export const PLATFORM = "https://agent.example/.well-known/proto";

export interface OpenBusiness extends SmallBusiness {
  readonly url: string;
  readonly rest: string;
  readonly mcp: string;
  readonly profile: JsonObject;
  readonly clientOptions: Pick<ClientOptions, "business" | "profile" | "development">;
  close(): Promise<void>;
}

/** @param more platforms beside the one that supports everything, by URL */
export async function openSmallBusiness(
  more: Readonly<Record<string, object>> = {},
  options: Partial<ServerOptions> = {},
): Promise<OpenBusiness> {
  const own = JSON.parse(readFileSync(path.join(repository, "profile.json"), "utf8")) as JsonObject;
  const small = createSmallBusiness();
  // The profile names the port, which is known once something listens there.
  let server: Server | undefined;
  const late: Server = {
    fetch: (request) => (server as Server).fetch(request),
    answer: (request, connection) => (server as Server).answer(request, connection),
  };
  const open = await serveNode(late, { port: 0, development: true });
  const profile = JSON.parse(
    JSON.stringify(own).replaceAll("https://business.example.com", open.url),
  ) as JsonObject;
  server = createServer(small.handlers, {
    profile,
    platforms: approvedPlatforms({ [PLATFORM]: own, ...more }),
    development: true,
    ...options,
  });
  return {
    ...small,
    url: open.url,
    rest: `${open.url}/proto/v1`,
    mcp: `${open.url}/proto/mcp`,
    profile,
    clientOptions: { business: open.url, profile: PLATFORM, development: true },
    close: () => open.close(),
  };
}
