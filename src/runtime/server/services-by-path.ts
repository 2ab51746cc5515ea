/**
 * Groups services by the path of their endpoint. Several services may share one, since operation names are distinct.
 */

import type { Operation, Service, TransportName } from "../service/index.js";

export interface ServedPath {
  /** Path of the endpoint's URL. */
  readonly path: string;
  readonly endpoint: string;
  /** Name of the first service at this path, like `version`. */
  readonly name: string;
  readonly version: string;
  readonly operations: readonly Operation[];
  /** Origins of the endpoints at this path, such as `https://shop.example.com`. */
  readonly origins: readonly string[];
}

export function servicesByPath(
  services: readonly Service[],
  transport: TransportName,
): readonly ServedPath[] {
  const served = new Map<string, ServedPath>();
  for (const { name, version, endpoints, operations } of services) {
    const endpoint = endpoints[transport];
    if (endpoint === undefined) continue;
    const { pathname: path, origin } = new URL(endpoint);
    const known = served.get(path) ?? {
      ...{ path, endpoint, name, version },
      ...{ operations: [], origins: [] },
    };
    served.set(path, {
      ...known,
      operations: [...known.operations, ...operations],
      origins: [...new Set([...known.origins, origin])],
    });
  }
  return [...served.values()];
}
