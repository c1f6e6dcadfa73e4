import type { Part } from './part.ts';

/** In running order; each part is a folder with the same name. */
export const parts: Part[] = [];
