import { ratingBounds } from '@kinbridge/contract/shared/password';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  ...ratingBounds,
});

/** From 0 (easily guessed) to 4. Takes up to 100 ms of CPU, so it runs in a thread. */
export function ratePassword(password: string, words: string[]): number {
  return estimator.check(password, words).score;
}
