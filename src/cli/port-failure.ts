/** The error of a server that cannot listen on its port; undefined for another error. */

import { failure, type ProtoGenError } from "../errors.js";

/** @param code of the system's error */
export function portFailure(code: string | undefined, port: number): ProtoGenError | undefined {
  if (code === "EADDRINUSE") return failure("PORT_UNAVAILABLE", `port ${port} is in use`);
  if (code === "EACCES")
    return failure("PORT_UNAVAILABLE", `this user may not listen on port ${port}`);
  return undefined;
}
