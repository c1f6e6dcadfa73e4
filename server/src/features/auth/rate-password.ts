import { ratingBounds } from '@kinbridge/contract/shared/password';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  ...ratingBounds,
});

/** From 0, guessed in a moment, to 4. Takes up to a tenth of a second of work, so a thread of its own does it. */
export function ratePassword(password: string, words: string[]): number {
  return estimator.check(password, words).score;
}
