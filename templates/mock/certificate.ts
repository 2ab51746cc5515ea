/** A certificate for this machine, which nobody trusts but who is told to. */

import { generate } from "selfsigned";

export interface Certificate {
  /** Both in PEM. */
  readonly key: string;
  readonly cert: string;
}

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export async function localhostCertificate(): Promise<Certificate> {
  const altNames = [
    { type: 2 as const, value: "localhost" },
    { type: 7 as const, ip: "127.0.0.1" },
  ];
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
    // Elliptic curves: RSA keys take a second to make.
    keyType: "ec",
    notAfterDate: new Date(Date.now() + DAYS * DAY_MS),
    extensions: [{ name: "subjectAltName", altNames }],
  });
  return { key, cert };
}
