/** Codes of `mock`. */

import { defineCodes } from "../code.js";

export const MOCK_CODES = defineCodes({
  MOCK_UNKNOWN_CAPABILITY: {
    exit: 2,
    summary: "The business of mock cannot serve a capability that it does not know.",
    hint: "name those that it is to have with --capabilities",
  },
  MOCK_NOTHING: {
    exit: 3,
    summary: "There is no operation to serve.",
    hint: "declare a service in the profile, with the capabilities that it is about (§2.1)",
  },
  MOCK_MAIL: {
    exit: 2,
    summary: "mock cannot put its mail where --mail says.",
    hint: "give --mail a directory that is not there yet, or that can be written",
  },
  MOCK_PORT: {
    exit: 2,
    summary: "mock cannot listen on its port.",
    hint: "give --port another number; 0 takes one that is free",
  },
});
