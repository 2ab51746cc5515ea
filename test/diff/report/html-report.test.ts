/** The page of a comparison: its text. */

import { describe, expect, it } from "vitest";
import { htmlReport } from "../../../src/diff/report/html/html-report.js";
import { REQUIRED, SAMPLE } from "../sample-comparison.js";

describe("the page of a comparison", () => {
  it("names nothing that a browser would load", () => {
    const page = htmlReport(SAMPLE);
    expect(page).not.toMatch(/\b(?:src|srcset|action|background|poster)=/);
    expect([...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(
      expect.arrayContaining(["data:,", "#group-1", `#c-${REQUIRED.fingerprint}`]),
    );
    expect(page).not.toMatch(/href="(?!#|data:,)/);
    expect(page).not.toMatch(/@import|url\(|https?:/);
    expect(page).toContain("default-src &#39;none&#39;");
  });

  it("is the same from run to run", () => {
    expect(htmlReport(SAMPLE)).toBe(htmlReport(SAMPLE));
  });
});
