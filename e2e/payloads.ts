/**
 * Every way we know to make a stored text run or load something. `BEACON` is replaced by a URL that must never be
 * called.
 */
export const payloads = [
  `"'><img src=BEACON data-planted>`,
  `<script src=BEACON data-planted></script>`,
  `<svg data-planted onload=fetch('BEACON')>`,
  `<img data-planted src=x onerror=import('BEACON')>`,
  `<iframe data-planted src=BEACON></iframe>`,
  `javascript:fetch('BEACON')//`,
  `<link data-planted rel=stylesheet href=BEACON>`,
  `{{constructor.constructor('fetch("BEACON")')()}}`,
  `</title></textarea><img data-planted src=BEACON>`,
  `[x](javascript:fetch('BEACON')) ![x](BEACON)`,
];
