import { Batcher } from './batcher.ts';
import { Database, type Executor } from './database.ts';

/**
 * Answers concurrent calls with one statement: starting a statement often costs the database more than finding one more
 * row with it. `answerAll` returns one answer per key, in the same order. In a transaction, a call is answered alone.
 */
export function batched<Key, Answer>(
  answerAll: (db: Executor, keys: Key[]) => Promise<Answer[]>,
  maxKeys = 200,
): (db: Executor, key: Key) => Promise<Answer> {
  const batchers = new WeakMap<Database, Batcher<Key, Answer>>();
  return (db, key) => {
    if (!(db instanceof Database)) return answerAll(db, [key]).then(([answer]) => answer as Answer);
    let batcher = batchers.get(db);
    if (!batcher) {
      batcher = new Batcher((keys) => answerAll(db, keys), maxKeys);
      batchers.set(db, batcher);
    }
    return batcher.add(key);
  };
}
