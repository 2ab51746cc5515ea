/**
 * Tests of the JSON Schema suite's optional formats that a predicate fails on purpose, by file. The
 * hostnames here consist of letters, digits and hyphens as RFC 1123 asks; what is wrong is the Unicode
 * that their A-labels decode to (RFC 5891 §5.4, RFC 5892), which takes the tables of IDNA to see.
 */
export const formatExceptions: Readonly<Record<string, readonly string[]>> = {
  hostname: [
    "invalid Punycode",
    "contains illegal char U+302E Hangul single dot tone mark",
    "Begins with a Spacing Combining Mark",
    "Begins with a Nonspacing Mark",
    "Begins with an Enclosing Mark",
    "Exceptions that are DISALLOWED, right-to-left chars",
    "Exceptions that are DISALLOWED, left-to-right chars",
    "MIDDLE DOT with no preceding 'l'",
    "MIDDLE DOT with nothing preceding",
    "MIDDLE DOT with no following 'l'",
    "MIDDLE DOT with nothing following",
    "Greek KERAIA not followed by Greek",
    "Greek KERAIA not followed by anything",
    "Hebrew GERESH not preceded by Hebrew",
    "Hebrew GERESH not preceded by anything",
    "Hebrew GERSHAYIM not preceded by Hebrew",
    "Hebrew GERSHAYIM not preceded by anything",
    "KATAKANA MIDDLE DOT with no Hiragana, Katakana, or Han",
    "KATAKANA MIDDLE DOT with no other characters",
    "Arabic-Indic digits mixed with Extended Arabic-Indic digits",
    "ZERO WIDTH JOINER not preceded by Virama",
    "ZERO WIDTH JOINER not preceded by anything",
    'contains "--" in the 3rd and 4th position',
  ],
};
