/** What stands for the slots while the template is checked: the code generated for the sample profile. */

import type { OrderOf } from "@proto-gen/runtime/codegen/v1/commerce";
import type { Order as WholeOrder } from "../../generated/index.js";
import { OrderEvent } from "../../generated/schemas/shopping/order-event.js";

export type { Handlers } from "../../generated/server.js";
export { releaseValues } from "../../generated/release.js";
export type { OrderEvent };

export type Order = OrderOf<WholeOrder, "proto">;

export const name = "proto";

export const events = { validate: OrderEvent };
