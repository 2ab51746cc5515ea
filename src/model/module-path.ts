/**
 * The modules of types (DESIGN §7). A capability's or a payment handler's schema has a module at the name of its
 * owner, any other at its path below `schemas/`. The path leaves out the release and the protocol's own host, as long
 * as that keeps paths distinct.
 */

import { isVersion } from "@proto-gen/runtime/negotiation";
import { isOfProtocol } from "@proto-gen/runtime/codegen/generator";
import type { Composition } from "../compose/compose.js";
import { kebabCase } from "../text/words.js";
import { pathSegment } from "../text/path-segment.js";

export const TOOLS_MODULE = "mcp-tools";

export const EMBEDDED_MODULE = "embedded";

/**
 * The modules of types that only calls of one transport use, and that no other module re-exports; by path, the summary
 * that is printed at the module's head.
 */
export const CALL_MODULES: ReadonlyMap<string, string> = new Map([
  [TOOLS_MODULE, "The MCP tools of the service (§4.5): their descriptors, arguments and results."],
  [EMBEDDED_MODULE, "The messages of the embedded transport (§1.3): their parameters and results."],
]);

/** The owner of a document. */
export interface DocumentRole {
  /** The capability whose schema it is. */
  readonly capability?: string | undefined;
  /** The payment handler whose schema it is. */
  readonly paymentHandler?: string | undefined;
  /** Host of the protocol's own documents: theirs have no host folder. */
  readonly protocolHost: string;
}

export function capabilityModule(name: string): string {
  return `capabilities/${name.split(".").map(fileSegment).join("/")}`;
}

export function serviceModule(name: string): string {
  return `services/${name.split(".").map(fileSegment).join("/")}`;
}

export function documentModule(uri: string, role: DocumentRole): string {
  if (role.capability !== undefined) return capabilityModule(role.capability);
  if (role.paymentHandler !== undefined)
    return `payment-handlers/${role.paymentHandler.split(".").map(fileSegment).join("/")}`;
  return `schemas/${schemaPath(uri, role.protocolHost, false)}`;
}

/** The module path that keeps the release segment, for documents of two releases that would share one. */
export function releaseModule(uri: string, role: DocumentRole): string {
  return `schemas/${schemaPath(uri, role.protocolHost, true)}`;
}

function schemaPath(uri: string, protocolHost: string, keepRelease: boolean): string {
  const { host, pathname } = URL.canParse(uri) ? new URL(uri) : { host: "", pathname: uri };
  const segments = pathname
    .replace(/\.json$/, "")
    .split("/")
    .filter((segment) => segment !== "");
  const [first, second] = segments;
  if (first === "schemas") segments.shift();
  const release = first === "schemas" ? second : undefined;
  if (!keepRelease && release !== undefined && isVersion(release)) segments.shift();
  const path = segments.length === 0 ? fileSegment("") : segments.map(fileSegment).join("/");
  return host === protocolHost || host === "" ? path : `${pathSegment(host)}/${path}`;
}

/** The text that was percent-encoded as UTF-8; as it is where it was not. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A word that is encoded and split as itself. */
const PLAIN_WORD = /^[a-z0-9]+$/;

function fileSegment(segment: string): string {
  if (PLAIN_WORD.test(segment)) return pathSegment(segment);
  return pathSegment(kebabCase(decodeSegment(segment)));
}

/** The host whose documents have no folder for it: of the protocol's own capabilities, else of the first capability. */
export function protocolHost({ agreement, sources }: Composition): string {
  const { vocabulary } = sources.profile;
  const { capabilities } = agreement;
  const own = capabilities.find(({ name }) => isOfProtocol(vocabulary, name));
  const { schema } = own ?? capabilities[0] ?? {};
  return schema !== undefined && URL.canParse(schema) ? new URL(schema).host : "";
}
