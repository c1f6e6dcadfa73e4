/**
 * How PostgreSQL plans a query. 'auto': after a few calls it decides whether one plan fits all parameters. 'generic':
 * one plan for all from the first call. 'custom': a new plan for every call, such as for a search pattern.
 */
export type Plan = 'auto' | 'generic' | 'custom';

export interface Query {
  text: string;
  values: unknown[];
  plan: Plan;
  /** A short read that may be sent together with others of the same turn. */
  short: boolean;
  /** A read whose answer goes to all who ask for the same at the same moment. */
  shared: boolean;
}

export interface QueryRunner {
  run<Row>(query: Query): Promise<{ rows: Row[] }>;
}
