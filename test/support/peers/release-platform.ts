/** The profile of a platform, published on loopback: it supports what the business of a release has, without mandates. */

import type { ReleaseDocuments } from "./release-documents.js";
import { listen } from "../webhook-parties.js";
import { isMandate } from "./generated-release.js";

export interface PublishedPlatform {
  /** URL of its profile. */
  readonly profile: string;
  close(): Promise<void>;
}

interface Entry {
  readonly name?: string;
  readonly config?: object;
}

export async function publishPlatform({
  protocol,
  profile,
}: ReleaseDocuments): Promise<PublishedPlatform> {
  const { version, capabilities } = profile[protocol] as unknown as {
    readonly version: string;
    readonly capabilities: readonly Entry[] | Readonly<Record<string, readonly Entry[]>>;
  };
  const supported = isList(capabilities)
    ? capabilities.filter(({ name = "" }) => !isMandate(name)).map(withoutConfig)
    : Object.fromEntries(
        Object.entries(capabilities)
          .filter(([name]) => !isMandate(name))
          .map(([name, entries]) => [name, entries.map(withoutConfig)]),
      );
  const metadata = { version, services: {}, payment_handlers: {}, capabilities: supported };
  const text = JSON.stringify({ [protocol]: metadata });
  const listening = await listen((_, outgoing) => {
    outgoing.writeHead(200, { "Content-Type": "application/json" }).end(text);
  });
  return { profile: `${listening.origin}/profile.json`, close: listening.close };
}

function isList(value: object): value is readonly Entry[] {
  return Array.isArray(value);
}

/** The configuration is that of the business. */
function withoutConfig({ config: _, ...entry }: Entry): object {
  return entry;
}
