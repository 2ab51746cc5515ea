/** Codes of `mock`. */

import { defineCodes } from "../code.js";

export const MOCK_CODES = defineCodes({
  MOCK_UNKNOWN_CAPABILITY: {
    exit: 2,
    summary: "mock has neither code nor an example for what a capability requires.",
    hint: "select the capabilities to serve with --capabilities",
  },
  MOCK_NO_OPERATION: {
    exit: 3,
    summary: "The profile leaves no operation to serve.",
    hint: "declare a service in the profile, and the capabilities that it serves (§2.1)",
  },
  MOCK_DATA_INVALID: {
    exit: 2,
    summary: "The file that --data names does not describe a shop.",
    hint: "start from the data of the package: proto-gen mock --example-data > data.json",
  },
  MOCK_MAIL_UNWRITABLE: {
    exit: 2,
    summary: "mock cannot write mail to the directory that --mail names.",
    hint: "name a directory that is writable or does not exist yet",
  },
});
