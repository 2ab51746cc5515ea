/** Explanations of the codes of `mock`. */

import type { MOCK_CODES } from "../../errors/codes/mocking.js";
import { commandLine } from "../commands.js";
import type { Explanation } from "../../findings/explanation.js";
import { NO_SERVICE, ONE_SERVICE } from "../no-service.js";

const SERVES = "What is right serves until it is stopped.";

export const MOCKING = {
  MOCK_UNKNOWN_CAPABILITY: {
    text: "mock serves the business that init writes, which implements the protocol's own capabilities. Operations that it does not implement answer with examples, and members of a vendor's extension come back as a request had them; mock says so when it starts. Where a schema is so strict that no example satisfies it, there is nothing to answer with.",
    untested: SERVES,
    wrong: { command: "proto-gen mock --profile ./profile.json" },
    right: {
      command: "proto-gen mock --profile ./profile.json --capabilities dev.proto.shopping.checkout",
    },
  },
  MOCK_NO_OPERATION: {
    text: "The profile leaves no operation that could be called. It declares no service, or all operations of its services belong to capabilities that are not active. proto-gen list shows which were left out, and why.",
    source: "§2.1.1",
    run: commandLine("mock"),
    untested: SERVES,
    wrong: NO_SERVICE,
    right: ONE_SERVICE,
  },
  MOCK_DATA_INVALID: {
    text: "The file of --data says what the mock sells, and how it delivers, charges and reviews. It does not follow its schema, templates/storefront/data.schema.json in the package, or it names something that it does not have: two products have one identifier, or a seller is missing. Amounts are whole numbers of minor units of the home currency.",
    run: `${commandLine("mock")} --data ./data.json`,
    untested: SERVES,
    wrong: {
      file: "data.json",
      at: "/products",
      json: [{ id: "mug", title: "Mug", price: 12.5 }],
    },
    right: {
      file: "data.json",
      at: "/products",
      json: [{ id: "mug", title: "Mug", price: 1250, stock: 40 }],
    },
  },
  MOCK_MAIL_UNWRITABLE: {
    text: "The business writes each mail to a file in the directory of --mail, which is created if necessary. It cannot be a file, or a directory that this user may not write to. This is checked at the start, because the first order would fail otherwise.",
    untested: "It depends on what is on the disk.",
    wrong: { command: "proto-gen mock --profile ./profile.json --mail ./profile.json" },
    right: { command: "proto-gen mock --profile ./profile.json --mail ./mail" },
  },
} satisfies Record<keyof typeof MOCK_CODES, Explanation>;
