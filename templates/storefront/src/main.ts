/** `npm start`. What it needs to know comes from the environment; see README.md. */

import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { endWhenTold } from "./end-when-told.js";
import { folderMailer, smtpMailer } from "./mail/nodemailer-mailer.js";
import { openingLines, requestLine } from "./opening.js";
import { createSandbox } from "./payment/sandbox.js";
import { ownProfile, protocolName } from "./profile-at.js";
import { PLATFORM_PATH, platformBefore, platformProfile } from "./sample-platform.js";
import { openShop } from "./shop.js";

const { PORT = "3000", BASE_URL, DATA = "data", SMTP_URL, TLS_KEY, TLS_CERT } = process.env;
const { TRUSTED_PLATFORMS = "", GEO_IP_COUNTRY_HEADER } = process.env;

// With one of them alone it would speak plain http.
if ((TLS_KEY === undefined) !== (TLS_CERT === undefined))
  throw new Error("TLS_KEY and TLS_CERT belong together: one of them is not given");

const trusted = new Set(TRUSTED_PLATFORMS.split(/[\s,]+/));
const mail = SMTP_URL === undefined ? path.join(DATA, "mail") : undefined;
const profile = ownProfile();
// For whoever tries it on this machine, and has no profile to call with.
const isTried = TLS_KEY === undefined && BASE_URL === undefined;
const platform = platformProfile(profile, protocolName(profile));

const shop = await openShop({
  port: Number(PORT),
  directory: DATA,
  // Whose buyers may place an order on the platform's own page (§1.8); those of others finish it on the shop's page.
  isTrusted: (platform) => isTried || trusted.has(platform),
  // Put your payment provider here.
  payments: createSandbox(),
  // It is no longer true with your provider: remove it then.
  notice: "This is a sandbox: nothing is charged.",
  profile,
  mailer: SMTP_URL === undefined ? folderMailer(path.join(DATA, "mail")) : smtpMailer(SMTP_URL),
  ...(isTried ? { front: (server) => platformBefore(platform, server) } : {}),
  ...(GEO_IP_COUNTRY_HEADER === undefined ? {} : { geoIpCountryHeader: GEO_IP_COUNTRY_HEADER }),
  ...(BASE_URL === undefined ? {} : { base: BASE_URL.replace(/\/$/, "") }),
  ...(TLS_KEY === undefined || TLS_CERT === undefined
    ? {}
    : { tls: { key: readFileSync(TLS_KEY), cert: readFileSync(TLS_CERT) } }),
  log: (entry) => console.log(requestLine(entry)),
});
const opening = { ...shop, data: DATA, mail, platform: isTried ? PLATFORM_PATH : undefined };
console.log(openingLines(opening).join("\n"));
endWhenTold(async () => {
  await shop.close();
  console.log("The shop is closed.");
});
