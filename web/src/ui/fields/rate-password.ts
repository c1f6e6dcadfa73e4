import { knownWords, ratingBounds } from '@kinbridge/contract/shared/password';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';

const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  ...ratingBounds,
});

/** From 0, guessed in a moment, to 4, the same as on the server. Large, so it loads when someone types a password. */
export function ratePassword(password: string, known: (string | null | undefined)[]): number {
  return password === '' ? 0 : estimator.check(password.normalize('NFKC'), knownWords(known)).score;
}
