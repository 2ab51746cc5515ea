/**
 * A certificate for this machine, which nobody trusts but who is told to. It is kept, so that a browser that was told to trust it
 * need not be told again at the next start.
 */

import { createPrivateKey, randomUUID, X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface Certificate {
  /** Both in PEM. */
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 30;
/** A mock may run for a while. */
const LEAST_DAYS = 7;
/** For the owner alone. */
const SECRET = 0o600;
const SECRET_DIRECTORY = 0o700;

/** @param file keeps key and certificate; undefined where nothing can be kept */
export async function localhostCertificate(file: string | undefined): Promise<Certificate> {
  const kept = file === undefined ? undefined : read(file);
  if (kept !== undefined) return kept;
  const made = await create();
  if (file !== undefined) write(file, made);
  return made;
}

/** Undefined for one that is over soon, or that is none. */
function read(file: string): Certificate | undefined {
  try {
    const { key, cert } = JSON.parse(readFileSync(file, "utf8")) as Certificate;
    const parsed = new X509Certificate(cert);
    const lasts = Date.parse(parsed.validTo) - Date.now() > LEAST_DAYS * DAY_MS;
    return lasts && parsed.checkPrivateKey(createPrivateKey(key)) ? { key, cert } : undefined;
  } catch {
    return undefined;
  }
}

function write(file: string, certificate: Certificate): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: SECRET_DIRECTORY });
    // Whoever reads it meanwhile has the one or the other, whole.
    const next = `${file}.${randomUUID()}`;
    writeFileSync(next, JSON.stringify(certificate), { mode: SECRET, flag: "wx" });
    renameSync(next, file);
  } catch {
    // The next start makes another one.
  }
}

async function create(): Promise<Certificate> {
  // A tenth of a second of loading, which most starts can do without.
  const { generate } = await import("selfsigned");
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
