import type { CustomMessage } from '@kinbridge/contract/custom-messages/custom-messages.contract';
import {
  type MessageTemplateKey,
  messageTemplateKeys,
  messageTemplates,
} from '@kinbridge/contract/custom-messages/message-templates';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** The three templates; one that was never edited has its default text and no id. */
export async function findCustomMessages(db: Executor, organizationId: number): Promise<CustomMessage[]> {
  const { rows } = await sql<{ id: number; key: MessageTemplateKey; msg: string }>`
    select id, key, msg from custom_messages where organization_id = ${organizationId}`.execute(db);
  const own = new Map(rows.map((row) => [row.key, row]));
  return messageTemplateKeys.map((key) => ({
    id: own.get(key)?.id ?? null,
    key,
    msg: own.get(key)?.msg ?? messageTemplates[key].text,
    organizationId,
  }));
}

/** The text that each of these organizations uses for a template. */
export async function findTemplateTexts(
  db: Executor,
  organizationIds: number[],
  key: MessageTemplateKey,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ organization_id: number; msg: string }>`
    select organization_id, msg from custom_messages
    where organization_id = any(${organizationIds}::bigint[]) and key = ${key}`.execute(db);
  const texts = new Map(organizationIds.map((id) => [id, messageTemplates[key].text as string]));
  for (const row of rows) texts.set(row.organization_id, row.msg);
  return texts;
}
