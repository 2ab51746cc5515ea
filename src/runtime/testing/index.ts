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
  faultyStorage,
  randomFaults,
  seededRandom,
  type ChooseFault,
  type FaultRates,
  type RandomFaultsOptions,
  type StorageCall,
  type StorageFault,
  type Wait,
} from "./faulty-storage.js";
export {
  paymentProviderSuite,
  type PaymentProviderCheck,
  type PaymentProviderSuiteOptions,
} from "./payment-provider-suite.js";
export {
  storageSuite,
  type OpenStorageOptions,
  type StorageCheck,
  type StorageSuiteOptions,
} from "./storage-suite.js";
export { createTestClock, type TestClock } from "./test-clock.js";
