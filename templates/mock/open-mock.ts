/** The reference business as a mock: in memory, on this machine, with the faults that are asked for. */

import { writeFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import type { LogEntry } from "@proto-gen/runtime/server";
import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import { vocabularyOf } from "@proto-gen/runtime/vocabulary";
import type { Answered, MockSettings, Opened } from "../../src/cli/mock/messages.js";
import { folderMailer } from "../storefront/src/mail/nodemailer-mailer.js";
import { createSandbox } from "../storefront/src/payment/sandbox.js";
import type { PaymentProvider } from "../storefront/src/payment/payment-provider.js";
import { protocolName } from "../storefront/src/profile-at.js";
import { openShop } from "../storefront/src/shop.js";
import { localhostCertificate } from "./certificate.js";
import { endpointsIn } from "./endpoints-in.js";
import { withFaults } from "./faults.js";
import { PLATFORM_PATH, platformBefore, platformProfile } from "./platform.js";
import { seededIds } from "./seeded-ids.js";

export interface Mock {
  readonly opened: Opened;
  close(): Promise<void>;
}

const HOST = "127.0.0.1";
/** Of the warehouse: whoever tries it does not want to wait. */
const PACE = { shippedMs: 3000, deliveredMs: 6000 };

/** @throws what `listen` emits: EADDRINUSE, EACCES */
export async function openMock(
  settings: MockSettings,
  onAnswered: (answered: Answered) => void,
): Promise<Mock> {
  const { profile, port, https, faults, seed, mail } = settings;
  const tls = await localhostCertificate();
  writeFileSync(settings.certificate, tls.cert);
  const name = protocolName(profile);
  const platform = platformProfile(profile, name);
  const shop = await openShop({
    port,
    host: HOST,
    ...(https ? { tls } : { site: { port: 0, tls } }),
    development: true,
    profile,
    title: "A mock of the shop",
    notice: "This is a mock: nothing is charged.",
    payments: faults.includes("decline") ? declining() : createSandbox(),
    mailer: folderMailer(mail),
    platforms: createPlatformProfiles({
      name,
      // Its own platform is behind its own certificate.
      fetch: guardedFetch({ development: true, ca: [...rootCertificates, tls.cert] }),
      development: true,
    }),
    around: withFaults(faults),
    pace: PACE,
    front: (server) => platformBefore(platform, server),
    log: (entry) => onAnswered(answeredOf(entry)),
    ...(faults.includes("escalate") ? { reviewFrom: 0 } : {}),
    ...(seed === undefined ? {} : { newId: seededIds(seed) }),
  });
  const { agentHeader, discoveryPath } = vocabularyOf(name);
  return {
    opened: {
      kind: "opened",
      url: shop.url,
      site: shop.site,
      discovery: shop.url + discoveryPath,
      platform: shop.url + PLATFORM_PATH,
      agentHeader,
      mail,
      certificate: settings.certificate,
      endpoints: endpointsIn(shop.profile),
    },
    close: () => shop.close(),
  };
}

function answeredOf(entry: LogEntry): Answered {
  const { method, path = "-", operation, status, code, durationMs, cause } = entry;
  return {
    kind: "answered",
    method,
    path,
    status,
    milliseconds: Math.round(durationMs),
    ...(operation === undefined ? {} : { operation }),
    ...(code === undefined ? {} : { code }),
    ...(cause === undefined ? {} : { cause: String(cause) }),
  };
}

/** Nothing is charged, so there is nothing to take back. */
function declining(): PaymentProvider {
  return { charge: async () => "declined", cancel: async () => undefined };
}
