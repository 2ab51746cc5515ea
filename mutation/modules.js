/**
 * The modules that `npm run mutation` knows: the folders whose files are mutated, and the test files that
 * judge the mutants. A name in `tests` stands for every test file whose path begins with it.
 *
 * A test file is listed when it runs the module's source in vitest's own process. One that runs the built
 * package in another process sees no mutant, and one that changes the working directory cannot run in the
 * worker threads that Stryker uses. What runs in `beforeAll` counts for no test: a mutant that only it reaches
 * has no coverage.
 */
export const MODULES = {
  signature: {
    mutate: ["src/runtime/signature/"],
    tests: [
      "test/runtime/signature",
      "test/runtime/purchase/signed-purchase.test.ts",
      "test/runtime/webhook/receiver.test.ts",
    ],
  },
  idempotency: {
    mutate: ["src/runtime/idempotency/"],
    tests: ["test/runtime/idempotency", "test/runtime/server/server.test.ts"],
    except: ["test/runtime/idempotency/processes.test.ts"],
  },
  negotiation: {
    mutate: ["src/runtime/negotiation/", "src/negotiate/"],
    tests: [
      "test/negotiate/",
      "test/cli/bad-input.full.test.ts",
      "test/load/profile.test.ts",
      "test/protocol/tables.test.ts",
    ],
  },
  checkout: {
    mutate: ["src/runtime/commerce/checkout/"],
    tests: [
      "test/runtime/checkout",
      "test/runtime/cart/conversion.test.ts",
      "test/runtime/server/finishers.test.ts",
      "test/runtime/purchase/purchase.test.ts",
    ],
    // They compile a business for each release, and run none of it.
    except: [
      "test/runtime/checkout/types.test.ts",
      "test/runtime/checkout/releases.full.test.ts",
      "test/runtime/checkout/handler-types.test.ts",
      // It runs the built package in other processes.
      "test/runtime/checkout/processes.full.test.ts",
    ],
  },
  order: {
    mutate: ["src/runtime/commerce/order/"],
    tests: [
      "test/runtime/order",
      "test/runtime/release/facts.test.ts",
      "test/runtime/order/release-orders.test.ts",
    ],
    // It type-checks the README's code.
    except: ["test/runtime/order/recipe.full.test.ts"],
  },
  client: {
    mutate: ["src/runtime/client/"],
    tests: [
      "test/runtime/client",
      "test/runtime/purchase/id-round-trip.test.ts",
      "test/specification/client-calls.test.ts",
    ],
    // They bundle or compile it, and run none of it.
    except: ["test/runtime/client/bundle.test.ts", "test/runtime/client/types.full.test.ts"],
  },
  cart: {
    mutate: ["src/runtime/commerce/cart/"],
    tests: ["test/runtime/cart"],
    except: ["test/runtime/cart/releases.full.test.ts"],
  },
  catalog: {
    mutate: ["src/runtime/commerce/catalog/", "src/runtime/digest/sha256.ts"],
    tests: ["test/runtime/catalog", "test/runtime/signature/hmac.test.ts"],
    except: ["test/runtime/catalog/releases.test.ts"],
  },
  discount: {
    mutate: ["src/runtime/commerce/discount/"],
    tests: ["test/runtime/totals/discount.test.ts"],
  },
  compose: {
    mutate: ["src/compose/"],
    tests: [
      "test/compose/",
      "test/cli/bad-input.full.test.ts",
      "test/model/conflicts.full.test.ts",
      "test/model/entangled-types.test.ts",
      "test/negotiate/vocabulary.test.ts",
      "test/oracle/subset-visibility.full.test.ts",
      "test/protocol/tables.test.ts",
    ],
  },
  source: {
    mutate: ["src/source/"],
    tests: ["test/emit/literal.test.ts", "test/emit/source-", "test/emit/type-layout.full.test.ts"],
  },
  patterns: {
    mutate: ["src/pattern-analysis/"],
    tests: ["test/pattern-analysis/"],
  },
  write: {
    mutate: ["src/write/"],
    tests: ["test/write/", "test/cli/fetch.test.ts", "test/cli/release.test.ts"],
  },
  types: {
    mutate: ["src/emit/types/"],
    tests: [
      "test/emit/committed-output.test.ts",
      "test/emit/derived-types.test.ts",
      "test/emit/type-members.test.ts",
      "test/emit/type-text.test.ts",
    ],
  },
  validators: {
    mutate: ["src/emit/validators/"],
    tests: [
      "test/emit/check-text.test.ts",
      "test/emit/checks-suite.full.test.ts",
      "test/emit/committed-output.test.ts",
      "test/emit/conditions.test.ts",
      "test/emit/contested-text.test.ts",
      "test/emit/repeated-checks.test.ts",
      "test/oracle/random-instances.full.test.ts",
    ],
  },
  model: {
    mutate: ["src/model/"],
    tests: [
      ...["test/compose/", "test/facts/", "test/model/"],
      ...["test/emit/by-name", "test/emit/co", "test/emit/derived-types.test.ts"],
      ...["test/emit/extended-members", "test/emit/only", "test/emit/place-names"],
      ...["test/emit/stubs", "test/emit/tool-schema", "test/emit/type-", "test/emit/updates"],
      ...["test/services/active-set", "test/services/embedded", "test/services/few"],
      ...["test/services/including", "test/services/mcp-tools", "test/services/modules"],
      ...["test/services/operations", "test/services/pa", "test/services/platform"],
      ...["test/services/release-operations", "test/services/tool-", "test/services/vendor"],
    ],
    except: [
      // They hold the time of naming and of patterns against a limit, which counted code exceeds.
      ...["test/model/entangled-types.test.ts", "test/model/instance-time.full.test.ts"],
      // It reads published releases, which are not beside a copy of the project.
      "test/services/tool-arguments.test.ts",
    ],
  },
  load: {
    mutate: ["src/load/"],
    tests: [
      ...["test/load/", "test/compose/", "test/negotiate/", "test/lint/rules.full.test.ts"],
      ...["test/cli/bad-input.full.test.ts", "test/cli/fetch.test.ts"],
      ...["test/diff/contract.test.ts", "test/diff/odd-releases.test.ts"],
      ...["test/diff/service-documents.test.ts", "test/services/embedded.test.ts"],
      ...["test/services/op", "test/services/platform-profile.full.test.ts"],
      "test/services/release-operations.full.test.ts",
    ],
    // They take minutes, or run the built package.
    except: [
      ...[
        "test/load/odd-profiles.full.test.ts",
        "test/load/release-forms",
        "test/services/openapi-",
      ],
      "test/services/openrpc.test.ts",
    ],
  },
  diff: {
    mutate: ["src/diff/"],
    tests: ["test/diff/"],
    except: [
      // They hold comparisons against a limit of time, draw random schemas, or compare the package's releases.
      "test/diff/large.full.test.ts",
      "test/diff/told-apart.full.test.ts",
      "test/diff/sides.full.test.ts",
      // It runs a browser.
      "test/diff/report/html-report-browser.full.test.ts",
    ],
  },
};
