/** Whether a request names this machine: a page of another site can have a name of its own lead here. */

import type { ServerRequest } from "@proto-gen/runtime/server";

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export function namesThisMachine({ url }: Pick<ServerRequest, "url">): boolean {
  return LOOPBACK_HOST.test(new URL(url).hostname);
}
