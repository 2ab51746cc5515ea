/** Storage of everything that outlives a call, for businesses and platforms: versioned records. */

export { createMemoryStorage, type MemoryStorageOptions } from "./memory-storage.js";
export {
  ABSENT,
  hasCommitted,
  MAX_KEY_LENGTH,
  readRecord,
  StorageError,
  type CommitResult,
  type RecordKey,
  type RecordWrite,
  type ScanOptions,
  type Storage,
  type StoredRecord,
} from "./storage.js";
export { recordKey } from "./record-key.js";
export { untilWritten, update, written, type Decided } from "./update.js";
export { tracedStorage } from "./traced-storage.js";
export type { QuotaClient, QuotaOptions, RecordOwner } from "./quota.js";
