/** What `npm start` prints. In: where the shop is, and what it keeps. Out: lines; and one for each request. */

import path from "node:path";
import type { LogEntry } from "@proto-gen/runtime/server";
import type { ShopProfile } from "./profile-at.js";
import { oneLine } from "./log-lines.js";

export interface Opening {
  readonly url: string;
  readonly profile: Pick<ShopProfile, "name">;
  /** Directory of what it keeps. */
  readonly data: string;
  /** Directory of its mail; undefined where a server sends it. */
  readonly mail: string | undefined;
  /** Path of a profile for platforms that have none, where there is one. */
  readonly platform: string | undefined;
}

export function openingLines({ url, profile, data, mail, platform }: Opening): readonly string[] {
  return [
    `The shop is open: ${url}/.well-known/${profile.name}`,
    `  status    ${url}/`,
    ...(platform === undefined ? [] : [`  platform  ${url}${platform}`]),
    `  data      ${path.resolve(data)}`,
    ...(mail === undefined ? [] : [`  mail      ${path.resolve(mail)}`]),
    ...(url.startsWith("https:") ? [] : [HTTPS_ALWAYS]),
  ];
}

const HTTPS_ALWAYS =
  "Links to buyers are https always (§3.3). Without a certificate, open them with http:// instead.";

/** `POST /proto/v1/carts create_cart 201 -`; of a path, what a terminal can show. */
export function requestLine(entry: LogEntry): string {
  const { method, path: asked = "-", page = "-", mcpMethod = page, operation = mcpMethod } = entry;
  const { status, outcome = "-", code = outcome } = entry;
  const line = `${method} ${asked} ${operation} ${status} ${code}`;
  return oneLine(line);
}
