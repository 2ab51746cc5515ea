/**
 * A business verifies what platforms send (§5.4). In: where platforms' profiles come from, which have their
 * keys. Out: what `signed` of `@proto-gen/runtime/auth` takes.
 */

import type { RequestVerifier, SignedRequest } from "../auth/index.js";
import { headerList } from "../rest/header-list.js";
import type { PlatformProfiles } from "../server/platforms.js";
import { vocabularyOf } from "../vocabulary/index.js";
import { keysOf } from "./verification-keys.js";
import { verifyRequest, type VerifyOptions } from "./verify.js";

export interface VerifyRequestsOptions extends VerifyOptions {
  /** The protocol's. */
  readonly name: string;
  /** With `refresh`, a key that is not in the profile that was kept is looked for once more. */
  readonly platforms: PlatformProfiles;
  /** What clients mean, where a proxy speaks TLS for the server; the connection's unless told. */
  readonly scheme?: "https" | "http";
}

export function verifyRequests(options: VerifyRequestsOptions): RequestVerifier {
  const { name, platforms, scheme } = options;
  const { agentHeader } = vocabularyOf(name);
  return {
    async verify(request) {
      const { profile: url, signal } = request;
      const { profile } = await platforms.get(url, { signal });
      const keys = keysOf(
        profile,
        async () => (await platforms.refresh?.(url, { signal }))?.profile ?? profile,
      );
      return verifyRequest(messageOf(request, scheme), keys, { ...options, agentHeader });
    },
  };
}

function messageOf(
  { method, target, url, headers, rawHeaders, body }: SignedRequest,
  scheme: "https" | "http" | undefined,
) {
  return {
    method,
    target,
    scheme: scheme ?? (url.startsWith("https:") ? "https" : "http"),
    headers: rawHeaders ?? headerList(headers),
    body,
  } as const;
}
