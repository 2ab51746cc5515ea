/** Where the business keeps its data: in this process, until it ends. */

import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";

export async function openStorage(): Promise<Storage> {
  return createMemoryStorage();
}
