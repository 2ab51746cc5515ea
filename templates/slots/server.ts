/** What stands for the slots while the template is checked: the code generated for the sample profile. */

import { restTransport, type ServerDefinition } from "@proto-gen/runtime/server";
import { agreement } from "../../generated/negotiation.js";
import { service, type Operations } from "../../generated/services/dev/proto/shopping.js";
import { surface } from "../../generated/surface.js";
import { validators } from "../../generated/validators.js";

export type { Operations };

export type Name = "proto";

export const definition: ServerDefinition<Name> = {
  name: "proto",
  agreement,
  services: [service],
  validators,
  surface,
  transports: [restTransport],
};
