import { z } from 'zod';
import { oneLine } from './one-line.ts';

const websiteMessage = 'Must be a valid Website, such as https://example.org.';

/** 'example.org' is stored as https://example.org. Other protocols than http and https are refused. */
export const website = oneLine(websiteMessage)
  .max(300, websiteMessage)
  .transform((text) => (/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`))
  .pipe(z.url({ protocol: /^https?$/, hostname: z.regexes.domain, error: websiteMessage }));
