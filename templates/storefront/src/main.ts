/** `npm start`. What it needs to know comes from the environment; see README.md. */

import path from "node:path";
import process from "node:process";
import { endWhenTold } from "./end-when-told.js";
import { readEnvironment } from "./environment.js";
import { folderMailer, smtpMailer } from "./mail/nodemailer-mailer.js";
import { openingLines, requestLine } from "./opening.js";
import { createSandbox } from "./payment/sandbox.js";
import { ownProfile, protocolName } from "./profile-at.js";
import { PLATFORM_PATH, platformPage, platformProfile } from "./sample-platform.js";
import { openShop } from "./shop.js";

const { port, directory, base, tls, smtpUrl, trusted, geoIpCountryHeader } = readEnvironment(
  process.env,
);
const mail = smtpUrl === undefined ? path.join(directory, "mail") : undefined;
const profile = ownProfile();
// For whoever tries it on this machine, and has no profile to call with.
const isTried = tls === undefined && base === undefined;
const platform = platformProfile(profile, protocolName(profile));

const shop = await openShop({
  port,
  directory,
  // Whose buyers may place an order on the platform's own page (§1.8); those of others finish it on the shop's page.
  // A platform that names no profile is none of them.
  isTrusted: (platform) => isTried || (platform !== undefined && trusted.has(platform)),
  // Put your payment provider here.
  payments: createSandbox(),
  // It is no longer true with your provider: remove it then.
  notice: "This is a sandbox: nothing is charged.",
  profile,
  mailer: smtpUrl === undefined ? folderMailer(path.join(directory, "mail")) : smtpMailer(smtpUrl),
  pages: isTried ? platformPage(platform) : undefined,
  geoIpCountryHeader,
  base,
  tls,
  log: (entry) => console.log(requestLine(entry)),
});
const opening = { ...shop, data: directory, mail, platform: isTried ? PLATFORM_PATH : undefined };
console.log(openingLines(opening).join("\n"));
endWhenTold(async () => {
  await shop.close();
  console.log("The shop is closed.");
});
