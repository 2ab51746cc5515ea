/**
 * Reads a profile by the name that the command line gives: a file, or a URL. A profile that was fetched is a remote document
 * (`reference-policy.ts`); the lock file keeps it, so that later runs need no network.
 *
 * One of this machine is fetched anew each time and never kept: the port of a mock changes, and its address means
 * nothing on another machine.
 */

import { readFileSync } from "node:fs";
import { BUDGETS } from "../budgets.js";
import { failure } from "../errors.js";
import { hasSha256 } from "../text/sha256.js";
import { isHttpUrl, isLoopbackHttp, isUrl } from "../text/http-url.js";
import { readDocument, type Document } from "./document.js";
import type { LockFile } from "./lock.js";
import type { MissingKind } from "./missing-cause.js";
import { readNamedFile, tooLarge } from "./named-file.js";
import { NO_OVERLAYS, type Overlays } from "./overlay/overlays.js";
import type { Remote } from "./remote.js";

const LIMIT = BUDGETS.profileBytes.limit;

export interface ProfileAccess {
  readonly lock: LockFile;
  /** Undefined without `--fetch`: only what was fetched before is read. */
  readonly remote?: Pick<Remote, "bytes" | "cause"> | undefined;
  /** Allows http on this machine. */
  readonly development?: boolean | undefined;
  readonly overlays?: Overlays | undefined;
}

export function readProfileFile(file: string, overlays: Overlays = NO_OVERLAYS): Document {
  return overlays.apply(readDocument(file, file, readNamedFile(file, LIMIT)), file);
}

/** @throws ProtoGenError FILE_NOT_FOUND, USAGE, and what fetching throws */
export async function readProfileSource(source: string, access: ProfileAccess): Promise<Document> {
  const { overlays = NO_OVERLAYS } = access;
  if (!isHttpUrl(source)) return readProfileFile(source, overlays);
  const bytes = await readUrl(source, access);
  if (bytes.byteLength > LIMIT) throw tooLarge(source, LIMIT);
  const document = { ...readDocument(source, source, bytes), isRemote: true as const };
  return overlays.apply(Object.freeze(document));
}

async function readUrl(url: string, access: ProfileAccess): Promise<Uint8Array> {
  if (!isUrl(url)) throw failure("USAGE", `${url} is not a URL`);
  if (isLoopbackHttp(url)) return readLoopback(url, access);
  if (!/^https:/i.test(url))
    throw failure("USAGE", `${url} is not https`, {
      hint: "use an https URL; --development allows http for 127.0.0.1, [::1] and localhost",
    });
  const { remote, lock } = access;
  return remote === undefined ? readLocked(url, lock) : fetchBytes(url, remote);
}

async function readLoopback(
  url: string,
  { development = false, lock }: ProfileAccess,
): Promise<Uint8Array> {
  if (!development)
    throw failure("USAGE", `${url} is http on this machine, which is for development only`, {
      hint: "add --development",
    });
  // Its libraries take long to load.
  const { createRemote, loopbackFetch } = await import("./fetch-remote.js");
  return fetchBytes(url, createRemote({ fetchDocument: loopbackFetch, protocol: "http:" }, lock));
}

/** Its server runs, and will answer the same again. */
const ANSWERS: ReadonlySet<MissingKind> = new Set(["redirect", "media-type", "content-encoding"]);

async function fetchBytes(
  url: string,
  remote: Pick<Remote, "bytes" | "cause">,
): Promise<Uint8Array> {
  const bytes = await remote.bytes(url);
  if (bytes !== undefined) return bytes;
  const cause = remote.cause(url);
  const reason = cause.kind === "no-source" ? "" : `: ${cause.message}`;
  throw failure("FILE_NOT_FOUND", `${url} could not be fetched${reason}`, {
    place: { file: url },
    hint: ANSWERS.has(cause.kind)
      ? "name the URL that sends it, or save the profile and name its file"
      : "check the URL, and whether its server runs",
  });
}

function readLocked(url: string, lock: LockFile): Uint8Array {
  const located = lock.locate(url);
  if (located?.locked === undefined)
    throw failure(
      "USAGE",
      `${url} is not in ${lock.file}, and nothing is fetched without --fetch`,
      {
        hint: "fetch and keep it once: proto-gen generate --fetch",
      },
    );
  const bytes = readFileSync(located.file);
  if (hasSha256(bytes, located.locked.sha256)) return bytes;
  throw failure(
    "LOAD_LOCK_INVALID",
    `${located.file} is not the document fetched from ${url}: its SHA-256 differs from that in ${lock.file}`,
    { place: { file: located.file } },
  );
}
