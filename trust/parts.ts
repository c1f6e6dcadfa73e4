import { backup } from './backup/backup.ts';
import { browser } from './browser/browser.ts';
import { documents } from './documents/documents.ts';
import { faultsPart } from './faults/faults.ts';
import { fuzzer } from './fuzzer/fuzzer.ts';
import { hostile } from './hostile/hostile.ts';
import { matching } from './matching/matching.ts';
import { matrix } from './matrix/matrix.ts';
import type { Part } from './part.ts';
import { rotation } from './rotation/rotation.ts';
import { signIn } from './sign-in/sign-in.ts';

/** In running order; each part is a folder with the same name. */
export const parts: Part[] = [
  matrix,
  hostile,
  signIn,
  documents,
  matching,
  fuzzer,
  faultsPart,
  backup,
  rotation,
  browser,
];
