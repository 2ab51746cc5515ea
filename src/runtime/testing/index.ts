/**
 * For tests of engines and payment providers of one's own, and of code that uses a `Storage`. It needs fast-check, and
 * works in any test runner.
 * `storageSuite` says what a `Storage` has to do:
 *
 *     for (const { title, run } of storageSuite({ open })) test(title, run);
 *
 * `paymentProviderSuite` does the same for a `PaymentProvider`.
 *
 * `faultyStorage` fails, stalls, answers late and loses answers, as a test says or as a seed draws it.
 */

export {
  type StorageCall,
  type StorageFault,
  type TestClock,
  createTestClock,
  faultyStorage,
  randomFaults,
  seededRandom,
} from "./faulty-storage.js";
export { paymentProviderSuite } from "./payment-provider-suite.js";
export { type OpenStorageOptions, storageSuite } from "./storage-suite.js";
