import type { CustomMessage, customMessageInput } from '@kinbridge/contract/custom-messages/custom-messages.contract';
import type { z } from 'zod';
import type { StaffCaller } from '../../access/caller.ts';
import { notFound } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';

type Input = z.output<typeof customMessageInput>;

/** Saves a custom template text; of two concurrent saves, the second updates the first. */
export async function saveCustomMessage(tx: Tx, caller: StaffCaller, input: Input): Promise<CustomMessage> {
  const saved = await sql<CustomMessage>`
    insert into custom_messages as m (organization_id, key, msg, enabled)
    values (${caller.organizationId}, ${input.key}, ${input.msg}, ${input.enabled ?? true})
    on conflict (organization_id, key) do update set msg = excluded.msg,
      enabled = coalesce(${input.enabled ?? null}, m.enabled), update_timestamp = now()
    returning id, key, msg, enabled, organization_id as "organizationId"`.one(tx);
  if (input.id != null && input.id !== saved.id) throw notFound('template');
  await record(tx, {
    caller,
    action: 'custom-message.edit',
    entityId: saved.id,
    detail: { key: input.key, enabled: saved.enabled },
  });
  return saved;
}
