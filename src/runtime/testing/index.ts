/**
 * Tests for engines of one's own: `storageSuite` says what a `Storage` has to do. It needs fast-check, and works in any test
 * runner:
 *
 *     for (const { title, run } of storageSuite({ open })) test(title, run);
 */

export {
  storageSuite,
  type OpenStorageOptions,
  type StorageCheck,
  type StorageSuiteOptions,
} from "./storage-suite.js";
