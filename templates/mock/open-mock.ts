/** The reference business as a mock: in memory, on this machine, with the faults that are asked for. */

import { writeFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import { vocabularyOf } from "@proto-gen/runtime/negotiation";
import type { MockEvent, MockSettings, MockAddresses } from "../../src/mock/messages.js";
import type { BackOffice } from "../storefront/src/backstage/index.js";
import type { Mailer } from "../storefront/src/mail/mailer.js";
import { folderMailer } from "../storefront/src/mail/nodemailer-mailer.js";
import { createSandbox } from "../storefront/src/payment/sandbox.js";
import type { PaymentProvider } from "../storefront/src/payment/payment-provider.js";
import { protocolName } from "../storefront/src/profile-at.js";
import { PLATFORM_PATH, platformPage, platformProfile } from "../storefront/src/sample-platform.js";
import { outcomesIn, type ShopFile } from "../storefront/src/shop-data.js";
import { openShop, type Shop } from "../storefront/src/shop.js";
import { withAddedOperations } from "./added-operations.js";
import { localhostCertificate } from "./certificate.js";
import { endpointsIn } from "./endpoints-in.js";
import { requestEvent, webhookEvent } from "./events.js";
import { withFaults } from "./faults.js";
import { seededIds } from "./seeded-ids.js";
import { withStandIns } from "./stand-ins.js";
import { mockTokenizer } from "./tokenizer.js";

export interface Mock {
  readonly opened: MockAddresses;
  readonly backOffice: BackOffice;
  close(): Promise<void>;
}

const HOST = "127.0.0.1";
const LAST_PORT = 65_535;
/** The pace of the warehouse: whoever tries it does not want to wait. */
const PACE = { shippedMs: 3000, deliveredMs: 6000 };

/** @throws what `listen` emits: EADDRINUSE, EACCES */
export async function openMock(
  settings: MockSettings,
  onEvent: (event: MockEvent) => void,
): Promise<Mock> {
  const { profile, port, https, faults, seed, mail, standIns, geoIpCountryHeader } = settings;
  const tls = await localhostCertificate(settings.keptCertificate);
  writeFileSync(settings.certificate, tls.cert);
  const name = protocolName(profile);
  const platform = platformProfile(profile, name);
  const standIn = withStandIns(standIns);
  const tokenizer = mockTokenizer(profile, name, (entry) => onEvent(requestEvent(entry)));
  const data = settings.data as ShopFile;
  const sandbox = createSandbox(outcomesIn(data));
  const payments = faults.includes("decline") ? declining(sandbox) : sandbox;
  const platformsPage = platformPage(platform);
  let opened: Shop | undefined;
  const withAdded = withAddedOperations(() => opened);
  const shop = await openShop({
    port,
    host: HOST,
    ...(https ? { tls } : { site: { port: sitePort(port), tls } }),
    development: true,
    profile: (site) => tokenizer?.profileAt(site) ?? profile,
    title: "A mock of the shop",
    notice: "This is a mock: nothing is charged.",
    payments: tokenizer?.redeeming(payments) ?? payments,
    mailer: reportingMailer(folderMailer(mail), onEvent),
    platforms: createPlatformProfiles({
      name,
      // Its own platform is behind its own certificate.
      fetch: guardedFetch({ development: true, ca: [...rootCertificates, tls.cert] }),
      development: true,
    }),
    anyInstrument: standIns.anyInstrument,
    webhookHeaders: placeholders(standIns.webhookHeaders),
    // Tests call it as often as they can.
    rateLimit: () => undefined,
    // A page that is being written may be anywhere.
    cors: { origins: "*" },
    // A mock lets every platform complete.
    isTrusted: () => true,
    around: (handlers) => withFaults(faults)(standIn(withAdded(handlers))),
    data,
    pace: data.warehouse === undefined ? PACE : undefined,
    hasBackOffice: true,
    pages: (request, connection) =>
      tokenizer?.pages(request, connection) ?? platformsPage(request, connection),
    log(entry) {
      // The tokenizer has told of it, with the name of the call.
      if (entry.page !== "tokenizer") onEvent(requestEvent(entry));
    },
    logDelivery: (entry) => onEvent(webhookEvent(entry)),
    reviewFrom: faults.includes("escalate") ? 0 : undefined,
    geoIpCountryHeader,
    newId: seed === undefined ? undefined : seededIds(seed),
  });
  opened = shop;
  const { agentHeader, discoveryPath } = vocabularyOf(name);
  return {
    opened: {
      kind: "opened",
      url: shop.url,
      port: portOf(shop.url),
      site: shop.site,
      discovery: shop.url + discoveryPath,
      platform: shop.url + PLATFORM_PATH,
      tokenizer: tokenizer?.url(shop.site),
      agentHeader,
      mail,
      certificate: settings.certificate,
      standIns: standIns.texts,
      endpoints: endpointsIn(shop.profile),
    },
    backOffice: shop.backOffice,
    close: () => shop.close(),
  };
}

/** The next one, so that links of two mocks on one port are the same; any that is free where there is none. */
function sitePort(port: number): number {
  return port === 0 || port === LAST_PORT ? 0 : port + 1;
}

/** URLs leave out the port that is their scheme's own. */
function portOf(url: string): number {
  const { protocol, port } = new URL(url);
  return Number(port || (protocol === "https:" ? "443" : "80"));
}

function reportingMailer(mailer: Mailer, onEvent: (event: MockEvent) => void): Mailer {
  return {
    async send(mail) {
      await mailer.send(mail);
      onEvent({ kind: "mail", to: mail.to, subject: mail.subject });
    },
  };
}

/** The start of the mock says that they prove nothing. */
function placeholders(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, "placeholder"]));
}

function declining(sandbox: PaymentProvider): PaymentProvider {
  return {
    ...sandbox,
    authorize: (request) => sandbox.authorize({ ...request, payment: { token: "tok_declined" } }),
  };
}
