/**
 * How PostgreSQL plans a query. 'auto': after a few calls it decides whether one plan fits all parameters. 'generic':
 * one plan for all from the first call. 'custom': a new plan for every call, such as for a search pattern.
 */
export type Plan = 'auto' | 'generic' | 'custom';

export interface Query {
  text: string;
  values: unknown[];
  plan: Plan;
  /** A short read that may share its round trip with others of the same turn. */
  shared: boolean;
}

export interface QueryRunner {
  run<Row>(query: Query): Promise<{ rows: Row[] }>;
}
