/** Mail by nodemailer: into a folder, or to a server. */

import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { randomUUID } from "node:crypto";
import type { Mail, Mailer } from "./mailer.js";

const FROM = "Shop <orders@shop.example.com>";

/** One `.eml` file for each mail, which mail programs open. */
export function folderMailer(folder: string): Mailer {
  return {
    async send(mail) {
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({ streamTransport: true, buffer: true });
      const { message } = await transport.sendMail(messageOf(mail));
      await mkdir(folder, { recursive: true });
      const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID()}.eml`;
      await writeFile(path.join(folder, name), message as Buffer);
    },
  };
}

/** @param url `smtps://user:password@mail.example.com` */
export function smtpMailer(url: string): Mailer {
  let opened: Promise<{ sendMail(mail: object): Promise<unknown> }> | undefined;
  return {
    async send(mail) {
      opened ??= import("nodemailer").then(({ createTransport }) => createTransport(url));
      await (await opened).sendMail(messageOf(mail));
    },
  };
}

/** One address is never read as a list of them. */
function messageOf({ to, ...mail }: Mail) {
  return { from: FROM, to: { name: "", address: to }, ...mail };
}
