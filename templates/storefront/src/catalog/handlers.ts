/** The catalog's operations (§4.4): in the currency of the buyer's country, with what is available there. */

import { currencyFor, hintsIn, type Hinted } from "../buyer-hints.js";
import type { GeoIp } from "../geo-ip.js";
import type { Catalog } from "./index.js";
import type { BuyerArea } from "./sold-to.js";

export interface CatalogHandlersOptions {
  /** The catalog with what is left of its articles. */
  readonly catalog: () => Promise<Catalog>;
  readonly geoIp: GeoIp;
}

interface Asked {
  readonly context?: BuyerArea | undefined;
}

export function createCatalogHandlers({
  catalog,
  geoIp,
}: CatalogHandlersOptions): Catalog["handlers"] {
  /** The catalog for the buyer of a call, and the request with geo-IP where it has no context that says a place. */
  async function forBuyer<Request extends Asked>(
    request: Request,
    { headers }: Pick<Hinted<BuyerArea>, "headers">,
  ): Promise<readonly [Catalog["handlers"], Request]> {
    const { context } = request;
    const hints = hintsIn({ context, headers }, geoIp);
    const whole = await catalog();
    const { handlers } = whole.in(currencyFor(whole.prices, hints));
    const place = hints.context ?? hints.geoIp;
    return [handlers, place === undefined ? request : { ...request, context: place }];
  }

  return {
    async searchCatalog(asked, call) {
      const [handlers, request] = await forBuyer(asked, call);
      return handlers.searchCatalog(request, call);
    },
    async lookupCatalog(asked, call) {
      const [handlers, request] = await forBuyer(asked, call);
      return handlers.lookupCatalog(request, call);
    },
  };
}
