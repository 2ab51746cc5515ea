/** The process that serves: it is told what in a file, and says what happens to who started it. */

import { readFileSync, rmSync } from "node:fs";
import { register } from "node:module";
import process from "node:process";
import type { MockMessage, ServerSettings } from "../../src/mock/messages.js";
import type { Mock } from "./open-mock.js";

const [, , file = ""] = process.argv;
const settings = JSON.parse(readFileSync(file, "utf8")) as ServerSettings;

// Before anything is imported that needs them.
if (process.versions["pnp"] !== undefined)
  register("./peer-hooks.js", import.meta.url, { data: { from: settings.packageModule } });
const { openMock } = await import("./open-mock.js");

function say(message: MockMessage): void {
  // A parent that is gone needs to hear nothing.
  if (process.connected) process.send?.(message, () => undefined);
}

let closing: Promise<void> | undefined;

function endOf(mock: Mock): void {
  closing ??= mock.close().finally(() => {
    // Whoever would have cleared up is gone.
    if (!process.connected) rmSync(settings.runDirectory, { recursive: true, force: true });
    process.exit(0);
  });
}

try {
  const mock = await openMock(settings, say);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => endOf(mock));
  // Whoever started it has died.
  process.on("disconnect", () => endOf(mock));
  if (process.connected) say(mock.opened);
  else endOf(mock);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  say({ kind: "not-opened", code, message: message ?? String(error) });
  process.disconnect?.();
}
