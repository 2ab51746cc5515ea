/** Opens the business where the environment says, and closes it in the right order. */

import { openBusiness } from "./business.js";
import { openStorage } from "./storage.js";

/** Where this process listens. */
export const port = Number(process.env["PORT"] ?? 3000);

/** The public address, if a proxy with TLS is in front. Without it, this is a trial on one machine. */
const base = process.env["BASE_URL"];
export const host = base === undefined ? "127.0.0.1" : "0.0.0.0";
const url = base ?? `http://localhost:${port}`;

const storage = await openStorage();
export const business = await openBusiness({ url, storage, development: base === undefined });
business.start();

/** @param error why it does not listen, if it does not */
export function listening(error?: unknown): void {
  if (error === undefined) return console.log(`The profile is at ${business.profileUrl}`);
  const { code } = error as { readonly code?: string };
  const reason = code === "EADDRINUSE" ? "is in use" : `cannot be used (${code ?? String(error)})`;
  console.error(`Port ${port} ${reason}. Choose another one: PORT=${port + 1}`);
  process.exit(1);
}

/** @param closeListener lets no further request in */
export function closeOnSignal(closeListener: () => Promise<void>): void {
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    // Calls in flight are answered, and later ones may come again.
    await business.stop();
    await closeListener();
    await business.close();
    await storage.close();
  }

  function end(): void {
    closing ??= close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  }

  // Ctrl-C may come twice, from the terminal and from npm: the second one must not break off what the first began.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, end);
  // The shell between npm and this process dies of a signal, and tells nobody.
  const parent = process.ppid;
  if (process.env["npm_lifecycle_event"] !== undefined)
    setInterval(() => process.ppid === parent || end(), 500).unref();
}
