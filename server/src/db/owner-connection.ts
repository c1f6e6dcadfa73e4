import pg from 'pg';
import './value-parsers.ts';
import type { Executor, Query } from './statements.ts';

/** One connection of the database's owner, for backups and restores, which copy and create whole tables. */
export class OwnerConnection implements Executor {
  /** For copies and migrations. */
  readonly client: pg.Client;

  private constructor(client: pg.Client) {
    this.client = client;
  }

  static async open(ownerUrl: string, name: string): Promise<OwnerConnection> {
    const client = new pg.Client({ connectionString: ownerUrl, application_name: name });
    client.on('error', () => undefined);
    await client.connect();
    return new OwnerConnection(client);
  }

  async run<Row>({ text, values }: Query): Promise<{ rows: Row[] }> {
    // Several statements in one text have several results.
    const { rows = [] } = await this.client.query(text, values);
    return { rows };
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
