/** The version of the terms that people accept; it is kept with who accepted it and when. */
export const termsVersion = '2026-11';
