/** What the caller got wrong, and where (§7). */

import { ProtocolError } from "@proto-gen/runtime/error";

/** @param path JSONPath of the field: `$.filters.price.min` */
export function badRequest(path: string, rule: string): ProtocolError {
  return new ProtocolError("invalid_request", { content: `${path} ${rule}` });
}

/** A name that the caller made up is repeated only where it can be a name. */
export function pathOf(parent: string, name: string): string {
  return /^\w{1,40}$/.test(name) ? `${parent}.${name}` : parent;
}

/** @throws ProtocolError invalid_request where `object` has other members than these */
export function refuseOthers(object: object, known: readonly string[], path: string): void {
  const other = Object.keys(object).find((name) => !known.includes(name));
  if (other !== undefined)
    throw badRequest(pathOf(path, other), `is not known: ${path} may have ${known.join(", ")}`);
}
