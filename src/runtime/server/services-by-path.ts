/** Which services a transport serves, and where. Services may share an endpoint: their operations are distinct. */

import type { Operation, Service, TransportName } from "../service/index.js";

declare const URL: new (url: string) => { readonly pathname: string };

export interface ServedPath {
  /** Of the endpoint's URL. */
  readonly path: string;
  readonly endpoint: string;
  /** Of the first service there. */
  readonly name: string;
  readonly version: string;
  readonly operations: readonly Operation[];
}

export function servicesByPath(
  services: readonly Service[],
  transport: TransportName,
): readonly ServedPath[] {
  const served = new Map<string, ServedPath>();
  for (const { name, version, endpoints, operations } of services) {
    const endpoint = endpoints[transport];
    if (endpoint === undefined) continue;
    const path = new URL(endpoint).pathname;
    const known = served.get(path) ?? { path, endpoint, name, version, operations: [] };
    served.set(path, { ...known, operations: [...known.operations, ...operations] });
  }
  return [...served.values()];
}
