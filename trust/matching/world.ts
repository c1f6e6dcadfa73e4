import { sql } from '../../server/src/db/sql.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../../server/src/testing/build.ts';
import { buildForm } from '../../server/src/testing/forms.ts';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import type { Typed } from './doors.ts';

export type World = Awaited<ReturnType<typeof buildWorld>>;

/** An organization with all doors, and one whose members it doesn't see. */
export async function buildWorld(served?: Parameters<typeof startTestApp>[1]) {
  const portal = await startTestApp({}, served);
  const [clinic, foreign] = [await buildOwner(portal), await buildOwner(portal)];
  const form = await buildForm(portal, { token: clinic.token, organizationId: clinic.id }, [
    { type: 'text', name: 'q', title: 'q' },
  ]);
  return { portal, clinic, foreign, form };
}

async function buildOwner(portal: TestApp) {
  const { id } = await buildOrganization(portal);
  const { token } = await buildSignedIn(portal, id, { userType: 'ADMIN' });
  const [serviceId = 0] = await serviceIds(portal, id);
  return { id, token, serviceId };
}

/** Adds a member to an organization, as its staff do; answers the record's id. */
export async function addMember(portal: TestApp, { id, token }: World['clinic'], body: Typed): Promise<number> {
  const added = await portal.call('POST /v1/organizations/{id}/members', { params: { id }, body, token });
  if (!added.body?.created) throw new Error(`${added.status}: ${JSON.stringify(added.body)}`);
  return added.body.member.id;
}

/** Each member's record with everything that is in it, as text. */
export async function readRecords({ app }: TestApp): Promise<Map<number, string>> {
  const rows = await sql<{ id: number; record: string }>`select u.id, concat(u::text,
      (select string_agg(q::text, '' order by q.id) from service_requests q where q.member_id = u.id),
      (select string_agg(a.id::text, ',' order by a.id) from survey_answers a where a.user_id = u.id),
      (select string_agg(t.id::text, ',' order by t.id) from sms_messages t where t.user_id = u.id),
      (select string_agg(c::text, '' order by c.id) from proposed_changes c where c.member_id = u.id)) as record
    from users u where u.user_type = 'PATIENT'`.many(app.db);
  return new Map(rows.map(({ id, record }) => [id, record]));
}
