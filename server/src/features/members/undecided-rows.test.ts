import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { openSpreadsheet } from '../../outside/spreadsheets/open-spreadsheet.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../../testing/build.ts';
import { buildXlsx } from '../../testing/spreadsheets.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let nurse: Awaited<ReturnType<typeof buildSignedIn>>;
let food: number;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function newClinic() {
  const clinic = await buildOrganization(test);
  nurse = await buildSignedIn(test, clinic.id);
  [food = 0] = await serviceIds(test, clinic.id);
}

const header = ['First Name', 'Last Name', 'Date of Birth', 'Phone Number', 'Participant ID', 'Zip Code', 'Member ID'];
type Row = Parameters<typeof buildXlsx>[0][number];
const list = (...rows: Row[]) => buildXlsx([header, ...rows]);

const phone = '2695550142';
const nils: Row = ['Nils', 'Berg', '2/3/2001', phone];
const ursula: Row = ['Ursula', 'Berg', '2/3/2001', phone, null, '49007'];
const decidedAs = (row: Row, memberId: string | number): Row =>
  [...row, null, null, null].slice(0, 6).concat(memberId) as Row;

function upload(file: Blob, headers: Record<string, string> = {}) {
  return test.call('POST /v1/organizations/{id}/services/upload-patients', {
    params: { id: nurse.organizationId },
    query: { serviceIds: String(food), serviceStatus: 'COMPLETED' },
    parts: { file },
    headers,
    token: nurse.token,
  });
}

async function result(...rows: Row[]) {
  const { status, body } = await upload(await list(...rows));
  expect(status).toBe(200);
  return body;
}

async function members() {
  const { body } = await test.call('GET /v1/organizations/{id}/members', {
    params: { id: nurse.organizationId },
    query: { sort: 'id,asc', size: '200' },
    token: nurse.token,
  });
  return body.content;
}

/** A clinic that knows Nils. */
async function knowing(row: Row = nils): Promise<number> {
  await newClinic();
  await result(row);
  return (await members())[0].id;
}

const requestsOf = async (id: number) =>
  (await test.call('GET /v1/users/{id}/service-requests', { params: { id }, token: nurse.token })).body.length;

describe('a row that may be a member', () => {
  it.each<[string, Row, Row]>([
    ['by phone', nils, ursula],
    ['by participant ID', ['Nils', 'Berg', null, null, 7], ['Ursula', 'Dahl', null, null, 7]],
  ])('%s is rejected with their name, while other rows are imported', async (_by, known, row) => {
    const id = await knowing(known);
    const body = await result(row, ['Ada', 'Moreno']);
    expect(body).toMatchObject({ created: 1, matched: 0, requests: 1, rejected: [{ row: 2 }] });
    expect(body.rejected[0].reason).toContain(`Nils Berg (ID ${id})`);
    expect(body.rejected[0].candidates).toMatchObject([{ id, firstName: 'Nils', lastName: 'Berg' }]);
    expect(body.rejected[0].person).toMatchObject({ firstName: 'Ursula', lastName: row[1] });
    expect((await members()).map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Nils', 'Ada']);
  });

  it('is rejected with 200 even if no row is left', async () => {
    await knowing();
    expect(await result(ursula)).toMatchObject({ created: 0, matched: 0, requests: 0, rejected: [{ row: 2 }] });
    expect(await members()).toHaveLength(1);
  });

  it("is imported if only another organization's member is like it", async () => {
    await knowing();
    await newClinic();
    expect(await result(ursula)).toMatchObject({ created: 1, rejected: [] });
  });

  it('takes the rows that are surely the same person with it', async () => {
    const id = await knowing();
    const body = await result(ursula, ['Ursula', 'Berg', '2/3/2001']);
    expect(body).toMatchObject({ created: 0, rejected: [{ row: 2 }, { row: 3, candidates: [{ id }] }] });
  });

  it('that may be an earlier row is rejected with the name of its member', async () => {
    await newClinic();
    const body = await result(nils, ursula, ursula);
    expect(body).toMatchObject({ created: 1, requests: 1 });
    const [{ id }] = await members();
    expect(body.rejected).toMatchObject([
      { row: 3, candidates: [{ id, firstName: 'Nils' }] },
      { row: 4, candidates: [{ id }] },
    ]);
  });

  it('that may be an earlier row with another participant ID is imported', async () => {
    await knowing(['Nils', 'Berg', '2/3/2001', null, 7]);
    expect(await result(nils, ['Ursula', 'Berg', '2/3/2001', phone, 8])).toMatchObject({ created: 1, matched: 1 });
  });

  it('is imported with its requests by the same list, once it is nobody else', async () => {
    const id = await knowing();
    const rows: Row[] = [ursula, ['Ada', 'Moreno']];
    await result(...rows);
    await sql`update users set phone_number = null where id = ${id}`.run(test.app.db);
    expect(await result(...rows)).toMatchObject({ created: 1, matched: 1, requests: 1, rejected: [] });
    expect(await result(...rows)).toMatchObject({ created: 0, matched: 2, requests: 0 });
  });
});

describe('the column Member ID', () => {
  it('makes a row that record, with its blank fields filled', async () => {
    const id = await knowing();
    expect(await result(decidedAs(ursula, id))).toEqual({ created: 0, matched: 1, requests: 1, rejected: [] });
    expect(await members()).toMatchObject([{ id, firstName: 'Nils', zipCode: '49007' }]);
    expect(await requestsOf(id)).toBe(2);
  });

  it.each(['NEW', 'new'])('makes a row a record of its own with %s, once', async (word) => {
    await knowing();
    const row = decidedAs(ursula, word);
    expect(await result(row)).toEqual({ created: 1, matched: 0, requests: 1, rejected: [] });
    expect(await result(row)).toEqual({ created: 0, matched: 1, requests: 0, rejected: [] });
    expect(await members()).toHaveLength(2);
  });

  it('keeps a row apart from a member that it surely is', async () => {
    await knowing();
    expect(await result(decidedAs(nils, 'NEW'))).toMatchObject({ created: 1 });
    expect(await members()).toHaveLength(2);
  });

  it('rejects an ID that the organization has no member with', async () => {
    const theirs = await knowing();
    await newClinic();
    const body = await result(decidedAs(ursula, theirs), decidedAs(ursula, 999_999_999), ['Ada', 'Moreno']);
    expect(body.rejected).toEqual([
      { row: 2, reason: `Member ID: You have no member with the ID ${theirs}.` },
      { row: 3, reason: 'Member ID: You have no member with the ID 999999999.' },
    ]);
    expect(await members()).toHaveLength(1);
  });

  it('rejects other words', async () => {
    await newClinic();
    const body = await result(decidedAs(ursula, 'maybe'), ['Ada', 'Moreno']);
    expect(body.rejected[0].reason).toBe('Member ID: Enter the ID that the member has here, or NEW.');
  });

  it('rejects a member who has another participant ID', async () => {
    const id = await knowing(['Nils', 'Berg', '2/3/2001', phone, 7]);
    const body = await result(['Ursula', 'Berg', null, null, 8, null, id]);
    expect(body.rejected).toMatchObject([{ row: 2, reason: expect.stringContaining('another participant ID') }]);
  });

  it('rejects a participant ID that another visible member has', async () => {
    await knowing(['Nils', 'Berg', null, null, 7]);
    await result(['Ada', 'Moreno']);
    const [, ada] = await members();
    const body = await result(
      ['Ulla', 'Dahl', null, null, 7, null, 'NEW'],
      ['Ada', 'Moreno', null, null, 7, null, ada.id],
    );
    const reason = 'Participant ID: Another member has this participant ID. Correct it or leave it out.';
    expect(body).toMatchObject({
      created: 0,
      matched: 0,
      rejected: [
        { row: 2, reason },
        { row: 3, reason },
      ],
    });
  });

  it('rejects a participant ID that an earlier row has', async () => {
    await newClinic();
    const row: Row = ['Ulla', 'Dahl', null, null, 7, null, 'NEW'];
    const body = await result(row, row, ['Ulla', 'Dahl', null, null, 7]);
    expect(body).toMatchObject({ created: 1, matched: 1, rejected: [{ row: 3 }] });
  });
});

describe('a background import', () => {
  async function imported(...rows: Row[]) {
    const { body } = await upload(await buildXlsx([header.slice(0, 6), ...rows]), { prefer: 'respond-async' });
    await test.runJobs();
    return body.uploadId as number;
  }
  const look = async (id: number) =>
    (await test.call('GET /v1/uploads/{id}', { params: { id }, token: nurse.token })).body;

  it('names the members, and logs whom it shows', async () => {
    const id = await knowing();
    const { state, result } = await look(await imported(ursula));
    expect(state).toBe('done');
    expect(result).toMatchObject({ created: 0, rejected: [{ row: 2, candidates: [{ id, firstName: 'Nils' }] }] });
    expect(result.rejected[0].person).toMatchObject({ firstName: 'Ursula', zipCode: '49007' });
    const { shown } = await sql<{ shown: number[] }>`select detail -> 'shown' as shown from audit_log
      where action = 'member.list' and actor_id = ${nurse.id} order by id desc limit 1`.one(test.app.db);
    expect(shown).toEqual([id]);
  });

  it('names the record that a member was merged into', async () => {
    const id = await knowing();
    const uploadId = await imported(ursula, ['Ada', 'Moreno']);
    const [, { id: survivorId }] = await members();
    const merged = await test.call('POST /v1/users/{id}/merges', {
      params: { id: survivorId },
      body: { mergedId: id, take: [] },
      token: nurse.token,
    });
    expect(merged.status).toBe(201);
    const { result } = await look(uploadId);
    expect(result.rejected).toMatchObject([{ row: 2, candidates: [{ id: survivorId, firstName: 'Ada' }] }]);
  });

  it("stores no member's name with its result", async () => {
    await knowing();
    const uploadId = await imported(ursula);
    const { stored } = await sql<{ stored: string }>`
      select concat(u.result, s.reason) as stored from member_uploads u
        join member_upload_skipped_rows s on s.upload_id = u.id and s.person is not null where u.id = ${uploadId}`.one(
      test.app.db,
    );
    expect(stored).not.toContain('Nils');
  });

  it('returns its undecided rows as a spreadsheet with the column, to fill and upload', async () => {
    const id = await knowing();
    const uploadId = await imported(['Half', null], ursula);
    const { bytes } = await test.call('GET /v1/uploads/{id}/skipped-rows', {
      params: { id: uploadId },
      token: nurse.token,
    });
    const rows: Row[] = [];
    for await (const { cells } of (await openSpreadsheet(bytes)).rows) rows.push(cells as Row);
    expect(rows[0]).toEqual(['Reason Skipped', ...header]);
    expect(rows[2]?.[0]).toContain(`Nils Berg (ID ${id})`);
    const decided = await upload(await buildXlsx([rows[0] ?? [], [...(rows[2] ?? []), id]]));
    expect(decided.body).toMatchObject({ created: 0, matched: 1, rejected: [] });
  });
});
