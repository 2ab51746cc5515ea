/** `npm start`: listens with node:http. A proxy in front terminates TLS. */

import { startBusiness } from "@proto-gen/runtime/node";
import { openBusiness } from "./business.js";
import { storage } from "./storage.js";

// It returns the business, for what your own code does with it.
await startBusiness({ open: openBusiness, storage });
