import { randomUUID } from 'node:crypto';
import { createActToken } from '../server/src/records/emails/act-tokens.commands.ts';
import { asOwner } from '../server/src/testing/as-owner.ts';
import {
  buildOperator,
  buildOrganization,
  buildSignedIn,
  buildUser,
  serviceIds,
  signedInAs,
  testPassword,
} from '../server/src/testing/build.ts';
import { buildForm } from '../server/src/testing/forms.ts';
import { grayPicture } from '../server/src/testing/pictures.ts';
import { buildXlsx } from '../server/src/testing/spreadsheets.ts';
import type { CallOptions, TestApp } from '../server/src/testing/test-app.ts';

/**
 * The eleven actors, in column order of the access matrix. B is another organization. The WAITING admin is an admin of A
 * while A isn't approved.
 */
export const actors = [
  'signed out',
  'member',
  'pending',
  'terminated',
  'employee',
  'admin',
  'former admin',
  'B employee',
  'B admin',
  'operator',
  'WAITING admin',
] as const;
export type Actor = (typeof actors)[number];

const most = '999999999';
/** Settings for a portal that gets many calls. */
export const unlimited = { RATE_LIMIT_PER_ACCOUNT: most, RATE_LIMIT_PER_ADDRESS: most, RATE_LIMIT_PER_SESSION: most };

/** Seeded and sent personal data, which must never be logged. */
export const canaries = ['Canarywing', 'Feathersby', '5550147', 'Quillstone Lane', 'yellowplume'];
export const canaryPerson = { firstName: 'Canarywing', lastName: 'Feathersby', phoneNumber: '+12695550147' };
const canaryText = 'Quillstone Lane, ask for yellowplume';

export type World = Awaited<ReturnType<typeof buildWorld>>;

/** Ids start here, and no two tables share one, so a number can't match by accident. */
export const firstId = 1_000_000;

async function spreadIds({ databaseUrl }: TestApp): Promise<void> {
  await asOwner(
    databaseUrl,
    `select setval(format('%I.%I', schemaname, sequencename), ${firstId} * row_number() over (order by sequencename))
    from pg_sequences where schemaname = 'public'`,
  );
}

/** Counts the rows of each table that calls write to. */
async function createRowCounter({ app }: TestApp): Promise<() => Promise<Record<string, number>>> {
  const tables = await app.pool.query(`select relname as name from pg_class where relnamespace = 'public'::regnamespace
    and relkind = 'r' and has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert') order by relname`);
  const counts = tables.rows.map(({ name }) => `(select count(*)::int from public."${name}") as "${name}"`);
  return async () => (await app.pool.query(`select ${counts.join(', ')}`)).rows[0];
}

/** Organization A with one record of each kind and its callers, and organization B, which shares nothing with it. */
export async function buildWorld(portal: TestApp) {
  await spreadIds(portal);
  const organizationId = (await buildOrganization(portal)).id;
  const otherOrganizationId = (await buildOrganization(portal)).id;
  const creator = await buildSignedIn(portal, organizationId);
  const admin = await buildSignedIn(portal, organizationId, { userType: 'ADMIN' });
  // A separate person, since other tests may terminate them.
  const colleague = await buildUser(portal, organizationId);
  const [serviceId = 0] = await serviceIds(portal, organizationId);

  const create = async (name: string, options: CallOptions) => {
    const answer = await portal.call(name, { token: creator.token, ...options });
    if (answer.status >= 300) throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const picture = async () =>
    new File([new Uint8Array(await grayPicture('png', 4, 4))], `${canaryPerson.lastName}.png`);
  const textFile = () => new File([canaryText], `${canaryPerson.lastName}.txt`);

  let people = 0;
  /** A unique name, so no two records are matched. */
  const newPerson = () => ({
    ...canaryPerson,
    firstName: `${canaryPerson.firstName} ${++people}`,
    phoneNumber: phone(),
  });
  const phone = () => `+1269${5_550_000 + (people % 9_000)}`;
  const newRequest = (patient: object = newPerson(), files: object = {}) =>
    create('POST /v1/service-requests', {
      parts: { serviceRequest: { organizationId, serviceId, patient, description: canaryText }, ...files },
    });
  const newMember = async (): Promise<number> => (await newRequest()).patient.id;
  const newDocument = async (userId: number): Promise<number> =>
    (await create('POST /v1/users/{userId}/documents', { params: { userId }, parts: { files: textFile() } }))[0].id;
  const definition = {
    elements: [
      { type: 'text', name: 'q' },
      { type: 'file', name: 'f' },
    ],
  };
  const newForm = () => buildForm(portal, creator, definition.elements);
  const membersFile = () =>
    buildXlsx([
      ['First Name', 'Last Name'],
      [canaryPerson.firstName, canaryPerson.lastName],
    ]);
  const newService = async (): Promise<number> =>
    (
      await create('POST /v1/services', {
        body: { name: `Rides ${++people}`, type: 'TRANSPORTATION', description: null, organizationId },
        token: admin.token,
      })
    ).id;
  const newEmployee = async (given: Parameters<typeof buildUser>[2] = {}) =>
    (await buildUser(portal, organizationId, given)).id;
  const newMerge = async (id: number): Promise<number> =>
    (await create('POST /v1/users/{id}/merges', { params: { id }, body: { mergedId: await newMember() } })).id;

  const proposer = await buildUser(portal, (await buildOrganization(portal)).id);
  const newProposal = async (): Promise<{ id: number; changeId: number }> => {
    const id = await newMember();
    const changeId = await newId(
      `insert into proposed_changes (member_id, organization_id, field, proposed_value, proposed_by)
       values ($1, $2, 'lastName', $3, $4)`,
      [id, proposer.organizationId, canaryPerson.lastName, proposer.id],
    );
    return { id, changeId };
  };
  const newId = async (statement: string, values: unknown[]): Promise<number> => {
    const { rows } = await portal.app.pool.query(`${statement} returning id`, values);
    return Number(rows[0].id);
  };
  const newScimToken = () =>
    newId(
      `insert into scim_tokens (organization_id, token_hash, created_by)
       values ($1, sha256(gen_random_uuid()::text::bytea), $2)`,
      [organizationId, admin.id],
    );
  const newQuestion = () =>
    newId(
      `insert into support_messages (user_id, organization_id, message_type, feedback, state)
       values ($1, $2, 'Support Question', $3, 'kept')`,
      [creator.id, organizationId, canaryText],
    );
  const newFailedText = () =>
    newId(
      `insert into sms_messages (kind, organization_id, user_id, phone_number, body, state)
       values ('staff', $1, $2, $3, $4, 'failed')`,
      [organizationId, creator.id, canaryPerson.phoneNumber, canaryText],
    );

  /** Other changes that wait for an operator, with a logo. */
  const newProposedProfile = async (): Promise<number> => {
    const key = randomUUID();
    await portal.app.files.write(key, await grayPicture('png', 4, 4));
    const logo = await newId(
      `insert into files (storage_key, file_name, content_type, size, sha256) values ($1, 'logo.png', 'image/png', 1, '')`,
      [key],
    );
    return newId(
      `insert into proposed_profiles (organization_id, proposed_by, name, logo_file_id) values ($1, $2, $3, $4)
       on conflict (organization_id) do update set id = excluded.id, logo_file_id = excluded.logo_file_id`,
      [organizationId, admin.id, canaryPerson.lastName, logo],
    );
  };

  await create('PUT /v1/organizations/{id}', {
    params: { id: organizationId },
    parts: {
      organization: { name: 'Organization A', organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550147' },
      file: await picture(),
    },
    token: admin.token,
  });
  const request = await newRequest({ ...canaryPerson }, { file: await picture() });
  const member: number = request.patient.id;
  const form = await newForm();
  const upload = await create('POST /v1/organizations/{id}/services/upload-patients', {
    params: { id: organizationId },
    query: { serviceIds: String(serviceId) },
    parts: { file: await membersFile() },
    headers: { prefer: 'respond-async' },
  });
  const responsesUpload = await create('POST /v1/survey-answers/{surveyId}/upload-responses', {
    params: { surveyId: form.id },
    parts: { file: new File(['q\nlater\n'], 'a.csv') },
    headers: { prefer: 'respond-async' },
  });
  const note = { serviceRequestId: request.id, content: canaryText };
  const file = await create('POST /v1/surveys/{uniqueSurveyId}/files', {
    params: { uniqueSurveyId: form.uniqueSurveyId },
    parts: { file: await picture() },
  });
  const answer = await create('POST /v1/surveys/{id}/answer', {
    params: { id: form.id },
    body: {
      userId: member,
      data: { q: canaryText, f: [{ name: file.name, type: 'image/png', content: file.fileId }] },
      version: 1,
    },
  });
  const newMassMessage = async (): Promise<number> =>
    (await create('POST /v1/messages/sendSMSToIdsList', { body: { ids: [member], message: canaryText } })).campaignId;

  const tokenOf = async (id: number, given: Parameters<typeof buildSignedIn>[2]) =>
    (await buildSignedIn(portal, id, given)).token;
  // Both were signed in when they lost their rights.
  const former = await buildSignedIn(portal, organizationId, { userType: 'ADMIN' });
  await create('POST /v1/users/{id}/revoke-admin', { params: { id: former.id }, token: admin.token });
  const terminated = await buildSignedIn(portal, organizationId, { userType: 'ADMIN' });
  await create('POST /v1/users/{id}/terminate', { params: { id: terminated.id }, token: admin.token });
  const tokens: Record<Actor, string | undefined> = {
    'signed out': undefined,
    member: await tokenOf(organizationId, { userType: 'PATIENT', ...canaryPerson }),
    pending: await tokenOf(organizationId, { status: 'PENDING', userType: 'ADMIN' }),
    terminated: await signedInAs(portal, terminated),
    employee: await tokenOf(organizationId, {}),
    admin: await tokenOf(organizationId, { userType: 'ADMIN' }),
    'former admin': former.token,
    'B employee': await tokenOf(otherOrganizationId, {}),
    'B admin': await tokenOf(otherOrganizationId, { userType: 'ADMIN' }),
    operator: (await buildOperator(portal)).token,
    'WAITING admin': await tokenOf(organizationId, { userType: 'ADMIN' }),
  };
  /** When all callers last proved who they are. */
  const setProof = (timestamp: 'infinity' | '-infinity') =>
    portal.app.pool.query('update sessions set proof_timestamp = $1', [timestamp]);
  // However long a part runs.
  await setProof('infinity');
  return {
    portal,
    tokens,
    setProof,
    /** Issued before the termination, so it must not work. */
    endedToken: terminated.token,
    password: testPassword,
    organizationId,
    otherOrganizationId,
    serviceId,
    member,
    employee: colleague.id,
    employeeEmail: colleague.email,
    ticket: request.id as number,
    noteId: (await create('POST /v1/notes', { parts: { note, file: await picture() } })).id as number,
    documentId: await newDocument(member),
    uploadId: upload.uploadId as number,
    responsesUploadId: responsesUpload.uploadId as number,
    massMessageId: await newMassMessage(),
    form,
    definition,
    answerId: answer.id as number,
    fileId: file.fileId as string,
    questionId: await newQuestion(),
    newQuestion,
    newDraft: () => newId(`insert into announcements (body, severity) values ('Hello', 'INFORMATION')`, []),
    announcementId: await newId(
      `insert into announcements (body, severity, publish_timestamp) values ('Hello', 'INFORMATION', now())`,
      [],
    ),
    newPerson,
    newName: () => `Name ${++people}`,
    newEmail: () => `canarywing${++people}@example.org`,
    newRequest,
    newMember,
    newDocument,
    newForm,
    newService,
    newEmployee,
    newWaitingOrganization: async () => (await buildOrganization(portal, { approval: 'WAITING' })).id,
    newMerge,
    newProposal,
    newScimToken,
    newProposedProfile,
    newFailedText,
    newActToken: async () =>
      createActToken(portal.app.db, { userId: colleague.id, serviceRequestId: (await newRequest()).id }),
    newMassMessage,
    countRows: await createRowCounter(portal),
    setApproval: (approval: 'APPROVED' | 'WAITING') =>
      portal.app.pool.query('update organizations set approval = $1 where id = $2', [approval, organizationId]),
    membersFile,
    picture,
    textFile,
  };
}
