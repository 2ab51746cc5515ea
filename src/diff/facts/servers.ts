/** The servers that a document names for a call: those of the operation, else of its path, else of the document. */

import type { Json } from "@proto-gen/runtime/json";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { isObject } from "../../json-schema/keywords.js";
import type { ServiceObject } from "../../load/services/service-object.js";
import { callObject, serviceObjectAt, ownerObject } from "../pairs/service-objects.js";
import { TRANSPORTS, type Call } from "../pairs/call.js";
import { childAddress } from "../pairs/member.js";
import type { SideContext } from "../side.js";

export interface Servers {
  readonly transport: (typeof TRANSPORTS)[number]["name"];
  /** Each with the values that its variables may have. */
  readonly urls: readonly string[];
  readonly at: SchemaAddress;
}

export function readServers(context: SideContext, call: Call): Servers[] {
  // The platform says where a webhook goes.
  if (call.kind === "webhook") return [];
  return TRANSPORTS.flatMap(({ key, name }) => {
    const at = call.at[key];
    const root = at && ownerObject(context, at);
    const cursor = callObject(context, call, key);
    if (root === undefined || cursor === undefined) return [];
    // A list of methods has no servers of its own; a path has.
    const path =
      key === "rest"
        ? serviceObjectAt(context, cursor.document.uri, cursor.pointer.replace(/\/[^/]*$/, ""))
        : undefined;
    return [{ transport: name, ...statedServers([cursor, path, root], root) }];
  });
}

/** @param owners what may name servers, the nearest first */
function statedServers(
  owners: readonly (ServiceObject | undefined)[],
  root: ServiceObject,
): Omit<Servers, "transport"> {
  const owner = owners.find((each) => Array.isArray(each?.value["servers"])) ?? root;
  const stated = owner.value["servers"];
  const at = { document: owner.document.uri, pointer: owner.pointer };
  return {
    urls: Array.isArray(stated) ? stated.map(urlText) : [],
    at: stated === undefined ? at : childAddress(at, "servers"),
  };
}

/** `https://{region}.acme.com`, and what may stand for the region where the document lists it. */
function urlText(server: Json): string {
  const { url, variables } = isObject(server) ? server : {};
  const listed = isObject(variables) ? Object.entries(variables) : [];
  const values = listed.flatMap(([name, variable]) =>
    isObject(variable) && Array.isArray(variable["enum"])
      ? [`${name}: ${variable["enum"].map(String).sort().join(", ")}`]
      : [],
  );
  return [String(url), ...(values.length === 0 ? [] : [`(${values.sort().join("; ")})`])].join(" ");
}
