/** Where a business and a platform keep what lasts longer than a call: records with versions. */

export { createMemoryRecords, type MemoryRecordsOptions } from "./memory-records.js";
export {
  ABSENT,
  type DueOptions,
  type LatestOptions,
  type ListOptions,
  type RecordStore,
  type RecordWrite,
  type StoredRecord,
} from "./record-store.js";
export { RecordStoreError } from "./record-store-error.js";
export type { QuotaClient, QuotaOptions } from "../quota/quota.js";
