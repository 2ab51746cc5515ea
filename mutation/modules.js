/**
 * The modules that `npm run mutation` knows: the folders whose files are mutated, and the test files that
 * judge the mutants. A name in `tests` stands for every test file whose path begins with it.
 *
 * A test file is listed when it runs the module's source in vitest's own process. One that runs the built
 * package in another process sees no mutant, and one that changes the working directory cannot run in the
 * worker threads that Stryker uses.
 */
export const MODULES = {
  signature: {
    mutate: ["src/runtime/signature/"],
    tests: [
      "test/runtime/signature",
      "test/runtime/signed-purchase.test.ts",
      "test/runtime/webhook-receiver.test.ts",
    ],
  },
  idempotency: {
    mutate: ["src/runtime/idempotency/"],
    tests: ["test/runtime/idempotency", "test/runtime/server.test.ts"],
    except: ["test/runtime/idempotency-processes.test.ts"],
  },
  negotiation: {
    mutate: ["src/runtime/negotiation/", "src/negotiate/"],
    tests: [
      "test/negotiate/",
      "test/cli/bad-input.test.ts",
      "test/load/profile.test.ts",
      "test/protocol/tables.test.ts",
    ],
  },
  checkout: {
    mutate: ["src/runtime/checkout/"],
    tests: [
      "test/runtime/checkout",
      "test/runtime/cart-conversion.test.ts",
      "test/runtime/finishers.test.ts",
      "test/runtime/purchase.test.ts",
    ],
    // They compile a business for each release, and run none of it.
    except: ["test/runtime/checkout-types.test.ts", "test/runtime/checkout-releases.test.ts"],
  },
  cart: {
    mutate: ["src/runtime/cart/"],
    tests: ["test/runtime/cart"],
    except: ["test/runtime/cart-releases.test.ts"],
  },
  catalog: {
    mutate: ["src/runtime/catalog/", "src/runtime/digest/hmac-sha256-hex.ts"],
    tests: ["test/runtime/catalog", "test/runtime/hmac.test.ts"],
    except: ["test/runtime/catalog-releases.test.ts"],
  },
  discount: {
    mutate: ["src/runtime/discount/"],
    tests: ["test/runtime/discount.test.ts"],
  },
  compose: {
    mutate: ["src/compose/"],
    tests: [
      "test/compose/",
      "test/cli/bad-input.test.ts",
      "test/model/conflicts.test.ts",
      "test/model/entangled-types.test.ts",
      "test/negotiate/vocabulary.test.ts",
      "test/oracle/subset-visibility.test.ts",
      "test/protocol/tables.test.ts",
    ],
  },
  source: {
    mutate: ["src/emit/source/"],
    tests: ["test/emit/literal.test.ts", "test/emit/source-", "test/emit/type-layout.test.ts"],
  },
  patterns: {
    mutate: ["src/pattern-analysis/"],
    tests: ["test/pattern-analysis/"],
  },
  write: {
    mutate: ["src/write/"],
    tests: ["test/write/", "test/cli/fetch.test.ts", "test/cli/release.test.ts"],
  },
};
