/** Opens the business where PORT and BASE_URL say. What is wrong with them, or with the storage, ends the process with a sentence. */

import { startBusiness } from "@proto-gen/runtime/node";
import { openBusiness } from "./business.js";
import { storage } from "./storage.js";

export const { business, port, host, listening, closeOnSignal } = await startBusiness({
  open: openBusiness,
  storage,
});
