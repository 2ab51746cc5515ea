/** `npm start`. What it needs to know comes from the environment; see README.md. */

import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { endWhenTold } from "./end-when-told.js";
import { folderMailer, smtpMailer } from "./mail/nodemailer-mailer.js";
import { createSandbox } from "./payment/sandbox.js";
import { openShop } from "./shop.js";

const { PORT = "3000", BASE_URL, DATA = "data", SMTP_URL, TLS_KEY, TLS_CERT } = process.env;

// With one of them alone it would speak plain http.
if ((TLS_KEY === undefined) !== (TLS_CERT === undefined))
  throw new Error("TLS_KEY and TLS_CERT belong together: one of them is not given");

const shop = await openShop({
  port: Number(PORT),
  directory: DATA,
  // Put your payment provider here.
  payments: createSandbox(),
  // It is no longer true with your provider: remove it then.
  notice: "This is a sandbox: nothing is charged.",
  mailer: SMTP_URL === undefined ? folderMailer(path.join(DATA, "mail")) : smtpMailer(SMTP_URL),
  ...(BASE_URL === undefined ? {} : { base: BASE_URL.replace(/\/$/, "") }),
  ...(TLS_KEY === undefined || TLS_CERT === undefined
    ? {}
    : { tls: { key: readFileSync(TLS_KEY), cert: readFileSync(TLS_CERT) } }),
  log: ({ status, operation, code }) => console.log(status, operation ?? "-", code ?? ""),
});
console.log(`The shop is open: ${shop.url}/.well-known/proto`);
endWhenTold(async () => {
  await shop.close();
  console.log("The shop is closed.");
});
