/** Where the business keeps its data: in this process, until it ends. */

import { createMemoryStorage } from "@proto-gen/runtime/storage";

export const storage = { open: async () => createMemoryStorage() };
