import { browser } from './browser/browser.ts';
import { faultsPart } from './faults/faults.ts';
import { fuzzer } from './fuzzer/fuzzer.ts';
import { hostile } from './hostile/hostile.ts';
import { matrix } from './matrix/matrix.ts';
import type { Part } from './part.ts';

/** In the order in which they run; each is a folder here with a part of this name. */
export const parts: Part[] = [matrix, hostile, fuzzer, faultsPart, browser];
