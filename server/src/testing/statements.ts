import { Database, Tx } from '../db/database.ts';
import type { Query } from '../db/statements.ts';

/** The queries sent while `work` runs, without the ends of transactions. */
export async function queriesOf(work: () => Promise<unknown>): Promise<Query[]> {
  const sent = new Set<Query>();
  const ofPool = Database.prototype.run;
  const ofTransaction = Tx.prototype.run;
  Database.prototype.run = function <Row>(this: Database, query: Query) {
    sent.add(query);
    return ofPool.call(this, query) as ReturnType<typeof ofPool<Row>>;
  };
  Tx.prototype.run = function <Row>(this: Tx, query: Query) {
    sent.add(query);
    return ofTransaction.call(this, query) as ReturnType<typeof ofTransaction<Row>>;
  };
  const lastOfTransaction = Tx.prototype.runLast;
  Tx.prototype.runLast = function <Row>(this: Tx, query: Query) {
    sent.add(query);
    return lastOfTransaction.call(this, query) as ReturnType<typeof lastOfTransaction<Row>>;
  };
  try {
    await work();
  } finally {
    Database.prototype.run = ofPool;
    Tx.prototype.run = ofTransaction;
    Tx.prototype.runLast = lastOfTransaction;
  }
  return [...sent];
}
