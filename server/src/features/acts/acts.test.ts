import { expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { hashOpaqueToken } from '../../opaque-token.ts';
import { usePartners, useTestApp } from '../../testing/use-test-app.ts';
import { createActToken } from '../act-tokens/act-tokens.commands.ts';

const portal = useTestApp();
const partners = usePartners(portal);

test('a token has 256 bits, lasts 7 days, and only its hash is stored', async () => {
  const token = await createActToken(portal.app.db, { userId: partners.worker.id, serviceId: partners.serviceId });
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const rows = await sql<{ token_hash: Buffer; days: number }>`
    select token_hash, extract(epoch from expire_timestamp - create_timestamp)::float / 86400 as days
    from act_tokens`.many(portal.app.db);
  expect(rows).toEqual([{ token_hash: hashOpaqueToken(token), days: 7 }]);
});
