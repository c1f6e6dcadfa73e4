import type { SignInDomain } from '@kinbridge/contract/single-sign-on/single-sign-on.contract';
import type { Principal, StaffCaller } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, notFound } from '../../app-error.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { mintOpaqueToken } from '../../opaque-token.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { listDomains } from './domains.queries.ts';

/** Sets an organization's domains. Those that stay keep their record and their proof. */
export async function setDomains(tx: Tx, organizationId: number, domains: string[]): Promise<void> {
  await sql`delete from sign_in_domains where organization_id = ${organizationId} and domain <> all(${domains})`.run(
    tx,
  );
  for (const domain of domains) {
    await sql`insert into sign_in_domains (organization_id, domain, txt_record)
      values (${organizationId}, ${domain}, ${`kinbridge-sign-in=${mintOpaqueToken()}`}) on conflict do nothing`.run(
      tx,
    );
  }
}

/** Looks for the record that proves a domain. */
export async function checkDomain(app: AppContext, caller: StaffCaller, domain: string): Promise<SignInDomain[]> {
  const own = (await listDomains(app.db, caller.organizationId)).find((one) => one.domain === domain);
  if (!own) throw notFound('domain');
  const texts = await app.domainRecords.findTexts(domain).catch((error) => {
    app.log.warn({ code: (error as { code?: string }).code }, 'DNS lookup failed');
    throw new AppError('provider_failed', `We couldn't look up ${domain}. Please try again in a few minutes.`);
  });
  if (texts.includes(own.txtRecord)) await transaction(app.db, (tx) => prove(tx, caller, domain, texts));
  return listDomains(app.db, caller.organizationId);
}

/** One organization at a time: an earlier one loses the domain when its record is no longer published. */
async function prove(tx: Tx, caller: StaffCaller, domain: string, texts: string[]): Promise<void> {
  const lost = await sql<{ organization_id: number }>`
    update sign_in_domains set proven_timestamp = null where domain = ${domain} and proven_timestamp is not null
      and organization_id <> ${caller.organizationId} and txt_record <> all(${texts})
    returning organization_id`.maybeOne(tx);
  if (lost) await auditDomain(tx, { ...caller, userId: null }, lost.organization_id, 'sso.domain-lost');
  const proven = await sql`
    update sign_in_domains d set proven_timestamp = coalesce(proven_timestamp, now())
    where d.organization_id = ${caller.organizationId} and d.domain = ${domain}
      and not exists (select from sign_in_domains other where other.domain = ${domain}
        and other.proven_timestamp is not null and other.organization_id <> d.organization_id)
    returning 1`.maybeOne(tx);
  if (!proven) {
    throw new AppError('conflict', `Another organization has proven ${domain}. Remove its DNS record, then try again.`);
  }
  await auditDomain(tx, caller, caller.organizationId, 'sso.domain-proven');
}

async function auditDomain(
  tx: Tx,
  caller: Principal,
  organizationId: number,
  action: 'sso.domain-proven' | 'sso.domain-lost',
): Promise<void> {
  await record(tx, { caller, organizationId, action, entityId: organizationId });
}
