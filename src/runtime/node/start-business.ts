/**
 * Starts a business in a process of its own, where the environment says, and closes it in the right order. What whoever starts the process
 * can mend ends it with one sentence and exit code 1.
 */

import { once } from "node:events";
import { createServer, Server as HttpServer } from "node:http";
import { Server as NetServer } from "node:net";
import process from "node:process";
import type { Business } from "../business/options.js";
import { publicUrl, SettingError } from "../business/setting-error.js";
import type { DocumentFetch } from "../document/document-fetch.js";
import { guardedFetch, guardedPost } from "../guarded-fetch/guarded-fetch.js";
import { ProfileInvalid, ProfileNotGenerated } from "../server/require-valid-profile.js";
import { createMemoryStorage } from "../storage/memory-storage.js";
import { StorageError, type Storage } from "../storage/storage.js";
import { printableText } from "../text/printable-text.js";
import type { WebhookPost } from "../webhook/webhook-post.js";
import { toNodeHandler, type NodeHandler } from "./to-node-handler.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a process listens, and where the world reaches it. */
export interface Place {
  readonly port: number;
  readonly host: string;
  /** Without a slash at its end. */
  readonly url: string;
  /** True without BASE_URL: a trial on one machine. */
  readonly development: boolean;
}

const DEFAULT_PORT = 3_000;
const LAST_PORT = 65_535;

/** @throws SettingError for a PORT or a BASE_URL that cannot be right */
export function readPlace(env: Environment): Place {
  const expected = `a whole number from 1 to ${LAST_PORT}: PORT=${DEFAULT_PORT}`;
  const setting = { variable: "PORT", expected, fallback: String(DEFAULT_PORT) };
  const port = Number(readSetting(env, { ...setting, pattern: /^[1-9]\d{0,4}$/ }));
  if (port > LAST_PORT) throw new SettingError(`PORT must be ${expected}.`);
  const base = env["BASE_URL"];
  if (base === undefined)
    return { port, host: "127.0.0.1", url: `http://localhost:${port}`, development: true };
  return { port, host: "0.0.0.0", url: publicUrl(base, false, "BASE_URL"), development: false };
}

/** Where a business keeps its data. */
interface OpenedStorage extends Partial<Setting> {
  /** @param value of the variable; the empty text if there is none */
  open(value: string): Promise<Storage>;
}

/** What `createBusiness` needs of the process that it runs in. */
interface ProcessOptions extends Pick<Place, "url" | "development"> {
  readonly storage: Storage;
  /** `guardedFetch()`. */
  readonly fetch: DocumentFetch;
  /** `guardedPost()`. */
  readonly post: WebhookPost;
}

/** A listener lets no further request in once it is closed: a server of Node, or the app of a framework that already listens. */
type Listener = NetServer | { close(): Promise<unknown> };

export interface BusinessParts<Opened> {
  /** Returns the business: `createBusiness` with what it is given, and your decisions. */
  open(options: ProcessOptions): Promise<Opened>;
  /** Default: in memory, which is lost at the end of the process, and so without BASE_URL only. */
  readonly storage?: OpenedStorage | undefined;
  /** Listens with a web framework, and returns what is closed at the end of the process. Default: `node:http`. */
  listen?(place: ListeningPlace<Opened>): Listener | Promise<Listener>;
}

interface ListeningPlace<Opened> extends Pick<Place, "port" | "host"> {
  readonly business: Opened;
  /** `toNodeHandler(business)`: mount it before parsers of bodies. */
  readonly handler: NodeHandler;
}

type Startable = Pick<
  Business<unknown, never, unknown>,
  "answer" | "start" | "stop" | "close" | "profileUrl"
>;

/**
 * Runs a business in this process: opens the storage and the business, starts its work in the background, listens, and closes all of it in
 * the right order on SIGTERM, on SIGINT, and when npm is ended. PORT is where to listen, 3000 by default; BASE_URL is the public https URL,
 * if a proxy with TLS is in front. Without BASE_URL, the business is in development and for this machine alone. Returns it once it listens.
 *
 * Ends the process with exit code 1 and one sentence for a variable that is wrong, a port that cannot be used, a storage that cannot be
 * opened or is missing, and a profile that cannot be served. Rejects for anything else.
 * @example
 * ```ts
 * import { startBusiness } from "@proto-gen/runtime/node";
 * import { createBusiness, type BusinessOptions } from "./generated/business.js";
 *
 * declare const decisions: BusinessOptions; // the profile, the payments, what a checkout costs
 * await startBusiness({ open: (options) => createBusiness({ ...decisions, ...options }) });
 * ```
 */
export async function startBusiness<Opened extends Startable>(
  parts: BusinessParts<Opened>,
): Promise<Opened> {
  const { listen = listenOnNode } = parts;
  try {
    const { port, host, url, development } = readPlace(process.env);
    const storage = await openStorage(parts.storage ?? storageInMemory(development));
    const business = await parts.open({
      ...{ url, development, storage },
      fetch: guardedFetch({ development }),
      post: guardedPost({ development }),
    });
    business.start();
    const listener = await listening(port, () =>
      listen({ port, host, business, handler: toNodeHandler(business) }),
    );
    closeOnSignal({ business, storage, listener });
    console.log(`The profile is at ${business.profileUrl}`);
    return business;
  } catch (error) {
    return end(startFailure(error, parts.storage ?? {}));
  }
}

/** @throws SettingError outside of development, where orders would be lost with the process */
function storageInMemory(development: boolean): OpenedStorage {
  if (development) return { open: async () => createMemoryStorage() };
  throw new SettingError(
    "startBusiness has no storage, and what is in memory is lost with the process: pass storage, or, for a trial, unset BASE_URL.",
  );
}

function listenOnNode({ handler, port, host }: ListeningPlace<unknown>): HttpServer {
  return createServer(handler).listen(port, host);
}

/**
 * Waits until it listens.
 * @throws SettingError for a port that the system refuses, and what `listen` throws otherwise
 */
async function listening(
  port: number,
  listen: () => Listener | Promise<Listener>,
): Promise<Listener> {
  try {
    const listener = await listen();
    if (listener instanceof NetServer && !listener.listening) await once(listener, "listening");
    return listener;
  } catch (error) {
    throw portFailure(port, error) ?? error;
  }
}

function portFailure(port: number, error: unknown): SettingError | undefined {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || syscall !== "listen") return undefined;
  const reason = code === "EADDRINUSE" ? "is in use" : `cannot be used (${code})`;
  // Ports below 1024 are the system's.
  const other = port < 1_024 || port === LAST_PORT ? DEFAULT_PORT : port + 1;
  return new SettingError(`Port ${port} ${reason}. Choose another one: PORT=${other}`, {
    cause: error,
  });
}

async function openStorage({ open, ...setting }: OpenedStorage): Promise<Storage> {
  if (!isComplete(setting)) return open("");
  const value = readSetting(process.env, setting);
  return open(value).catch((error: unknown) => {
    throw settingFailure(setting, error);
  });
}

function isComplete(setting: Partial<Setting>): setting is Setting {
  return setting.variable !== undefined && setting.expected !== undefined;
}

/**
 * Returns the sentence.
 * @throws the error, if it is nothing that a setting mends
 */
export function startFailure(error: unknown, setting: Partial<Setting>): string {
  if (error instanceof StorageError && isComplete(setting))
    return settingFailure(setting, error).message;
  if (
    error instanceof SettingError ||
    error instanceof StorageError ||
    error instanceof ProfileInvalid ||
    error instanceof ProfileNotGenerated
  )
    return error.message;
  throw error;
}

function end(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

interface Closing {
  readonly business: Startable;
  readonly storage: Storage;
  readonly listener: Listener;
}

const LOOK_MS = 500;

function closeOnSignal(parts: Closing): void {
  let closing: Promise<void> | undefined;
  const closeOnce = (): void => {
    closing ??= close(parts).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  // Ctrl-C may come twice, from the terminal and from npm: the second one must not break off what the first began.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, closeOnce);
  // The shell between npm and this process dies of a signal, and tells nobody.
  const parent = process.ppid;
  if (process.env["npm_lifecycle_event"] !== undefined)
    setInterval(() => process.ppid === parent || closeOnce(), LOOK_MS).unref();
}

async function close({ business, storage, listener }: Closing): Promise<void> {
  // Calls in flight are answered, and later ones may come again.
  await business.stop();
  if (listener instanceof NetServer) closeServer(listener);
  else await listener.close();
  await business.close();
  await storage.close();
}

function closeServer(server: NetServer): void {
  server.close();
  // Connections of clients that keep them for later.
  if (server instanceof HttpServer) server.closeIdleConnections();
}

/** A variable of the environment. */
export interface Setting {
  readonly variable: string;
  /** "a folder that this process may write to": what the value must be, after "must be". */
  readonly expected: string;
  /** Default: any text that is not empty. */
  readonly pattern?: RegExp | undefined;
  /** Default: the variable must be set. */
  readonly fallback?: string | undefined;
}

/** @throws SettingError without the value, which may have a password in it */
export function readSetting(env: Environment, setting: Setting): string {
  const { variable, expected, pattern = /\S/, fallback } = setting;
  const text = env[variable] ?? fallback;
  if (text === undefined) throw new SettingError(`${variable} is not set: it must be ${expected}.`);
  if (pattern.test(text)) return text;
  const what = text.trim() === "" ? "is empty: it" : "";
  throw new SettingError([variable, what, `must be ${expected}.`].filter(Boolean).join(" "));
}

const SERVER = "start that server, or name one that runs";
const SIGN_IN = "correct the user and the password in it";
const FOLDER = "name a folder that this process may write to";

/** What helps, by the code of the system, of PostgreSQL or of SQLite. */
const FIXES: ReadonlyMap<unknown, string> = new Map([
  ["ECONNREFUSED", SERVER],
  ["ETIMEDOUT", SERVER],
  ["ENOENT", "name something that exists"],
  ["ENOTFOUND", "correct the host in it"],
  ["28P01", SIGN_IN],
  ["28000", SIGN_IN],
  ["3D000", "create that database, or correct the name in it"],
  ["42501", "let its user create tables there: GRANT CREATE ON SCHEMA public"],
  ["EACCES", FOLDER],
  ["EPERM", FOLDER],
  ["EROFS", FOLDER],
  ["EEXIST", FOLDER],
  ["ENOTDIR", FOLDER],
  ["SQLITE_READONLY", FOLDER],
  ["SQLITE_NOTADB", "name a folder without such a file, or restore the file from a backup"],
]);

/** Explains why a process cannot work with the value of a variable. */
export function settingFailure({ variable, expected }: Setting, thrown: unknown): SettingError {
  if (thrown instanceof SettingError) return thrown;
  const cause = causeOf(thrown);
  const { code } = cause as { readonly code?: unknown };
  const why = printableText(cause.message || String(code ?? cause.name));
  const fix = FIXES.get(code) ?? `it must be ${expected}`;
  return new SettingError(`${variable} does not work (${why}): ${fix}.`, { cause: thrown });
}

/** A storage says what it could not do, and its driver why. Of several addresses of a host, the first one's error stands for all. */
function causeOf(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  if (thrown instanceof StorageError && thrown.cause !== undefined) return causeOf(thrown.cause);
  const [first] = thrown instanceof AggregateError ? (thrown.errors as unknown[]) : [];
  return first === undefined ? thrown : causeOf(first);
}
