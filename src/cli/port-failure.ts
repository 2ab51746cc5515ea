/** The error of a server that cannot listen on its port. */

import { serveNode } from "@proto-gen/runtime/node";
import { failure, type ProtoGenError } from "../errors.js";

/**
 * @param code of the system's error
 * @returns undefined for another error
 */
export function portFailure(code: string | undefined, port: number): ProtoGenError | undefined {
  if (code === "EADDRINUSE") return failure("PORT_UNAVAILABLE", `port ${port} is in use`);
  if (code === "EACCES")
    return failure("PORT_UNAVAILABLE", `this user may not listen on port ${port}`);
  return undefined;
}

/**
 * Listens for a moment, so that a port that is taken is reported before anything that takes long.
 * @throws ProtoGenError PORT_UNAVAILABLE
 */
export async function requireFreePort(port: number, host: string): Promise<void> {
  if (port === 0) return;
  const answer = (): never => {
    throw new TypeError("it answers nothing");
  };
  try {
    const probe = await serveNode({ answer }, { port, host, development: true });
    await probe.close({ timeoutMs: 0 });
  } catch (error) {
    throw portFailure((error as NodeJS.ErrnoException).code, port) ?? error;
  }
}
