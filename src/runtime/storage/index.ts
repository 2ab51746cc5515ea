/** Where a business and a platform keep what lasts longer than a call: records with versions. */

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
