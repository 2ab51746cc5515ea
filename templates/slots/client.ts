/** What stands for the slots while the template is checked: the code generated for the sample profile. */

import type { ClientDefinition } from "@proto-gen/runtime/client";
import { agreement } from "../../generated/negotiation.js";
import { service, type Operations } from "../../generated/services/dev/proto/shopping.js";

export type { Operations };

export const definition: ClientDefinition = {
  name: "proto",
  agreement,
  services: [service],
  checks: async () => ({
    ...(await import("../../generated/validators.js")),
    ...(await import("../../generated/surface.js")),
  }),
};
