import { createHmac } from 'node:crypto';
import type { CallName } from '@kinbridge/contract/calls';
import type { FastifyRequest } from 'fastify';
import type { Caller, Visitor } from '../access/caller.ts';
import { claimIdempotencyKey, keepAnswer } from '../access/idempotency.queries.ts';
import type { AppContext } from '../app-context.ts';
import { AppError } from '../app-error.ts';
import { type Tx, transaction } from '../db/database.ts';
import type { Received } from './received.ts';

/**
 * Runs a creating call's transaction once per Idempotency-Key. The key's row is written in the same transaction, so a
 * second call with the key waits for the first and returns the same answer.
 */
export function onceFor(
  app: AppContext,
  { name, headers }: { name: CallName; headers: FastifyRequest['headers'] },
  { userId }: Caller | Visitor,
  received: Received,
) {
  return async <T extends object>(work: (tx: Tx) => Promise<T>, also = ''): Promise<T> => {
    const key = headers['idempotency-key'];
    if (key === undefined) return transaction(app.db, work);
    if (typeof key !== 'string' || key.length < 1 || key.length > 200) {
      throw new AppError('invalid_input', 'The Idempotency-Key must have 1 to 200 characters.');
    }
    const scope = `${userId ?? 'public'} ${name} ${JSON.stringify(received.params ?? {})}`;
    // An HMAC, since a sign-up's body has a password.
    const hash = createHmac('sha256', app.config.secret)
      .update(JSON.stringify([received.body, received.parts, received.query]))
      .update(received.file?.bytes ?? '')
      .update(also)
      .digest();
    return transaction(app.db, async (tx) => {
      const kept = await claimIdempotencyKey(tx, scope, key, hash);
      if (kept) {
        if (!kept.answer || !kept.request_hash.equals(hash)) {
          throw new AppError(
            'conflict',
            'This Idempotency-Key was already used for another request. Please use a new one.',
          );
        }
        return kept.answer as T;
      }
      const answer = await work(tx);
      await keepAnswer(tx.last, scope, key, answer);
      return answer;
    });
  };
}
