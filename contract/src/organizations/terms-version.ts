/** The current version of the terms, stored with each acceptance. */
export const termsVersion = '2026-11';
