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

  it("offers every role, and every direction that has changes", () => {
    expect(choicesIn(htmlReport(SAMPLE))).toEqual({
      role: ["=everyone", "platform=platforms", "business=businesses"],
      direction: [
        "=everything",
        "request=requests",
        "response=responses",
        "profile=profiles",
        "schema=schemas",
      ],
    });
  });

  it("offers no choice of a role where it was made for one", () => {
    expect(choicesIn(htmlReport({ ...SAMPLE, role: "platform" }))).not.toHaveProperty("role");
  });
});

/** The options of each choice as `value=text`, by the name of the choice. */
function choicesIn(page: string): Readonly<Record<string, readonly string[]>> {
  const selects = page.matchAll(/<select name="(\w+)"[^>]*>(.*?)<\/select>/gs);
  return Object.fromEntries(
    [...selects].map(([, name, options = ""]) => {
      const found = options.matchAll(/<option value="(.*?)">(.*?)<\/option>/g);
      return [name, [...found].map(([, value, text]) => `${value}=${text}`)];
    }),
  );
}
