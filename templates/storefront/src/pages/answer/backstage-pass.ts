/** Who may look backstage: the status page shows every session, and with its id whoever has it may finish it. */

import type { Connection, ServerRequest } from "@proto-gen/runtime/server";
import { namesThisMachine } from "../../this-machine.js";

export type MayLook = (request: ServerRequest, connection: Connection) => boolean;

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * Only this machine. An address is not enough: behind a proxy everyone has that of the proxy, and a page
 * of another site can have a name of its own lead here.
 */
export const isThisMachine: MayLook = (request, { remoteAddress }) =>
  LOOPBACK.test(remoteAddress ?? "") &&
  namesThisMachine(request) &&
  FORWARDED.every((name) => request.headers.get(name) === null);
