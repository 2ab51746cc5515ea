/** The operations that `createBusiness` does not answer by itself. */

import { getProduct, lookupCatalog, searchCatalog } from "./catalog.js";
import type { OtherHandlers } from "./generated/business.js";

export const handlers: OtherHandlers = {
  //: if search
  searchCatalog,
  //: end
  //: if lookup
  lookupCatalog,
  //: end
  //: if product
  getProduct,
  //: end
  //: if others
  $STUBS,
  //: end
};
