/** Storage of everything that outlives a call, for businesses and platforms: versioned records. */

export { createMemoryStorage } from "./memory-storage.js";
export type { RecordOwner } from "./quota.js";
export {
  recordKey,
  ABSENT,
  type CommitResult,
  type RecordKey,
  type RecordWrite,
  type ScanOptions,
  type Storage,
  StorageError,
  type StoredRecord,
  hasCommitted,
  readRecord,
} from "./storage.js";
export { tracedStorage } from "./traced-storage.js";
export { untilWritten, update } from "./update.js";
