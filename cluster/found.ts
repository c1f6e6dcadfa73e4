/** Reads what the current primary has of this run's writes. */

import { withClient } from './kinbridge.ts';
import { urls } from './layout.ts';
import { type Found, foundKey, type Kind, type StoredText } from './verify.ts';

/** Every mark starts with this. */
export const markPrefix = 'Cluster';

const queries: Record<Kind, string> = {
  request: `select description as mark, id from service_requests where description like '${markPrefix}%'`,
  'text of a request': `select r.description as mark, s.id from sms_messages s
    join service_requests r on r.id = s.service_request_id
    where r.description like '${markPrefix}%' and s.kind = 'request-member'`,
  comment: `select content as mark, id from notes where content like '${markPrefix}%'`,
  move: `select r.description || ' to ' || (a.detail->>'to') as mark, a.id from audit_log a
    join service_requests r on r.id = a.entity_id and a.entity_type = 'service-request'
    where a.action = 'service-request.move' and r.description like '${markPrefix}%'`,
  text: `select body as mark, id from sms_messages where kind = 'staff' and body like '${markPrefix}%'`,
};

export function readFound(): Promise<Found> {
  return withClient(urls.owner, async (client) => {
    const found: Found = new Map();
    for (const [kind, query] of Object.entries(queries)) {
      const { rows } = await client.query<{ mark: string; id: string }>(query);
      for (const { mark, id } of rows) {
        const key = foundKey(kind as Kind, mark);
        found.set(key, [...(found.get(key) ?? []), Number(id)]);
      }
    }
    return found;
  });
}

/** Texts since a moment, which leaves out those of the demo. */
export function readTexts(since: Date): Promise<StoredText[]> {
  return withClient(urls.owner, async (client) => {
    const { rows } = await client.query<{ id: string; state: string; waits: boolean }>(
      `select s.id, s.state, s.state = 'queued' and exists (select from sms_messages e
        where e.phone_number = s.phone_number and e.id < s.id and e.state = 'sending') as waits
      from sms_messages s where not s.is_received and s.create_timestamp >= $1`,
      [since],
    );
    return rows.map(({ id, state, waits }) => ({ id: Number(id), state, waits }));
  });
}
