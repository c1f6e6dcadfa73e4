import type { CustomMessage } from '@kinbridge/contract/custom-messages/custom-messages.contract';
import {
  type MessageTemplateKey,
  messageTemplateKeys,
  messageTemplates,
} from '@kinbridge/contract/custom-messages/message-templates';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** The templates; an unedited one has its default text and no id. */
export async function findCustomMessages(db: Executor, organizationId: number): Promise<CustomMessage[]> {
  const rows = await sql<{ id: number; key: MessageTemplateKey; msg: string; enabled: boolean }>`
    select id, key, msg, enabled from custom_messages where organization_id = ${organizationId}`.many(db);
  const own = new Map(rows.map((row) => [row.key, row]));
  return messageTemplateKeys.map((key) => ({
    id: own.get(key)?.id ?? null,
    key,
    msg: own.get(key)?.msg ?? messageTemplates[key].text,
    enabled: own.get(key)?.enabled ?? true,
    organizationId,
  }));
}
