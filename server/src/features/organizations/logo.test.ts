import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { asOwner } from '../../testing/as-owner.ts';
import { buildOrganization, buildSignedIn, nextNumber } from '../../testing/build.ts';
import { emptyPng, grayPicture, withExif } from '../../testing/pictures.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const megabyte = 1024 * 1024;
const notAPicture = 'The logo must be a png, jpeg or webp picture.';
const unreadable = "We can't read this logo. Choose another image.";
const tooManyPixels = 'This logo is too large. Choose a smaller image.';

let portal: TestApp;
let png: Buffer;
let jpeg: Buffer;
let webp: Buffer;

beforeAll(async () => {
  portal = await startTestApp();
  [png, jpeg, webp] = await Promise.all([
    grayPicture('png', 60, 40),
    grayPicture('jpeg', 60, 40),
    grayPicture('webp', 60, 40),
  ]);
});

afterAll(() => portal.close());

function registration(name = `Organization ${nextNumber()}`) {
  return { name, organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550100', serviceDTOList: [] };
}

function register(bytes: Buffer, fileName = 'logo.png', headers: Record<string, string> = {}, name?: string) {
  const file = new File([bytes], fileName);
  return portal.call('POST /v1/organizations', { parts: { organization: registration(name), file }, headers });
}

function readLogo(id: number) {
  return portal.call('GET /v1/organizations/{id}/image', { params: { id } });
}

async function sizeOf(picture: Buffer) {
  const { width, height, format } = await new Transformer(picture).metadata();
  return { width, height, format };
}

/** Every file in the file folder. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(join(portal.app.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function organizationCount(): Promise<number> {
  const { count } = await sql<{ count: number }>`select count(*) from organizations`.one(portal.app.db);
  return count;
}

describe('a logo upload is judged by its content:', () => {
  const names = ['logo.png', 'logo.jpg', 'logo.webp', 'logo.svg', 'logo.html', 'logo.exe', 'logo'];
  const formats = ['png', 'jpeg', 'webp'] as const;
  const accepted = names.map((name, index) => ({ format: formats[index % 3] ?? 'png', name }));
  test.each(accepted)('a $format named $name becomes a webp logo', async ({ format, name }) => {
    const bytes = { png, jpeg, webp }[format];
    const answer = await register(bytes, name);
    expect(answer.status).toBe(201);
    const logo = await readLogo(answer.body.id);
    expect(logo.status).toBe(200);
    expect(logo.headers['content-type']).toBe('image/webp');
    expect(await sizeOf(logo.bytes)).toEqual({ width: 60, height: 40, format: 'webp' });
  });

  const refused: Record<string, { bytes: () => Buffer; message: string }> = {
    svg: {
      bytes: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      message: notAPicture,
    },
    gif: {
      bytes: () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
      message: notAPicture,
    },
    html: { bytes: () => Buffer.from('<!doctype html><script>alert(1)</script>'), message: notAPicture },
    pdf: { bytes: () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'), message: notAPicture },
    zip: { bytes: () => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(60)]), message: notAPicture },
    'a text': { bytes: () => Buffer.from('just a text'), message: notAPicture },
    'a picture behind something else': {
      bytes: () => Buffer.concat([Buffer.from('GIF89a'), png]),
      message: notAPicture,
    },
    'the first bytes of a png': { bytes: () => png.subarray(0, 10), message: notAPicture },
    'the first bytes of a jpeg': { bytes: () => jpeg.subarray(0, 4), message: notAPicture },
    'the first bytes of a webp': { bytes: () => webp.subarray(0, 14), message: notAPicture },
    'a png cut short': { bytes: () => png.subarray(0, png.length - 20), message: unreadable },
    'a webp cut short': { bytes: () => webp.subarray(0, webp.length - 8), message: unreadable },
    'a png whose pixels are noise': {
      bytes: () => Buffer.concat([png.subarray(0, 41), Buffer.alloc(400, 0x5a)]),
      message: unreadable,
    },
    'a png without pixels': { bytes: () => emptyPng(0, 0), message: unreadable },
  };
  const table = Object.keys(refused).map((content, index) => ({ content, name: names[index % names.length] }));
  test.each(table)('$content named $name is refused', async ({ content, name }) => {
    const before = await storedFiles();
    const { bytes, message } = refused[content] ?? { bytes: () => Buffer.alloc(0), message: '' };
    expect(await register(bytes(), name)).toMatchObject({ status: 415, body: { code: 'unsupported_type', message } });
    expect(await storedFiles()).toEqual(before);
  });

  test('an empty file is refused with its name', async () => {
    expect(await register(Buffer.alloc(0), 'logo.png')).toMatchObject({
      status: 400,
      body: { fields: { file: expect.stringContaining('"logo.png" is empty') } },
    });
  });

  test('an empty file without a name, as sent for an unused input, counts as no file', async () => {
    const answer = await register(Buffer.alloc(0), '');
    expect(answer.status).toBe(201);
    expect(await readLogo(answer.body.id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('an oversized picture', () => {
  test('is refused only above the byte limit', async () => {
    const fits = Buffer.concat([png, Buffer.alloc(2 * megabyte - png.length)]);
    expect(await register(fits)).toMatchObject({ status: 201 });
    expect(await register(Buffer.concat([fits, Buffer.alloc(1)]))).toMatchObject({
      status: 413,
      body: { code: 'too_large', message: 'The file is too large: at most 2 MB.' },
    });
    expect(await register(Buffer.alloc(8 * megabyte))).toMatchObject({ status: 413 });
  });

  const peakMegabytes = () => process.resourceUsage().maxRSS / 1024;

  test.each([
    [60_000, 60_000],
    [1, 4_000_000_000],
    [11_000, 11_000],
    [4001, 4000],
  ])('of %i by %i pixels is refused before it is decoded', async (width, height) => {
    // A few hundred kilobytes that decode to gigabytes, if that many can be sent.
    const bomb = width * height < 200_000_000 ? emptyPng(width, height) : declares(emptyPng(10, 10), width, height);
    expect(bomb.length).toBeLessThan(megabyte);
    const before = peakMegabytes();
    expect(await register(bomb)).toMatchObject({
      status: 415,
      body: { code: 'unsupported_type', message: tooManyPixels },
    });
    expect(peakMegabytes() - before).toBeLessThan(100);
  });

  test('is refused as jpeg and webp too', async () => {
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0])) > 0 ? 0xc0 : 0xc2;
    const at = jpeg.indexOf(Buffer.from([0xff, frame]));
    const wideJpeg = Buffer.from(jpeg);
    wideJpeg.writeUInt16BE(60_000, at + 5);
    wideJpeg.writeUInt16BE(60_000, at + 7);
    expect(await register(wideJpeg)).toMatchObject({ status: 415, body: { message: tooManyPixels } });
    for (const bytes of [await Transformer.fromRgbaPixels(new Uint8Array(400), 10, 10).webpLossless(), webp]) {
      expect(await register(declaresInWebp(bytes, 16_000, 16_000))).toMatchObject({
        status: 415,
        body: { message: tooManyPixels },
      });
    }
  });

  test('is decoded one at a time and then released', async () => {
    const large = emptyPng(4000, 4000);
    const before = peakMegabytes();
    const answers = await Promise.all(Array.from({ length: 3 }, () => register(large)));
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill(201));
    // One takes about 150 MB, and leaks 64 MB if it isn't released.
    expect(peakMegabytes() - before).toBeLessThan(300);
  });

  test('gets a retry response when the queue is full', async () => {
    const answers = await Promise.all(Array.from({ length: 80 }, () => register(png)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer).toMatchObject({
        status: 429,
        headers: { 'retry-after': '5' },
        body: { code: 'too_many_requests' },
      });
    }
    expect(await register(png)).toMatchObject({ status: 201 });
  });

  /** The same png with another size in its header, which also invalidates its checksum. */
  function declares(bytes: Buffer, width: number, height: number): Buffer {
    const changed = Buffer.from(bytes);
    changed.writeUInt32BE(width, 16);
    changed.writeUInt32BE(height, 20);
    return changed;
  }

  function declaresInWebp(bytes: Buffer, width: number, height: number): Buffer {
    const changed = Buffer.from(bytes);
    const kind = changed.subarray(12, 16).toString('latin1');
    if (kind === 'VP8L') changed.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21);
    else if (kind === 'VP8X') {
      changed.writeUIntLE(width - 1, 24, 3);
      changed.writeUIntLE(height - 1, 27, 3);
    } else {
      changed.writeUInt16LE(width, 26);
      changed.writeUInt16LE(height, 28);
    }
    return changed;
  }
});

describe('a stored logo', () => {
  test('has no metadata and the right orientation', async () => {
    const photo = withExif(await grayPicture('jpeg', 300, 100), 'Canary Camera', 6);
    expect(photo.includes('Canary Camera')).toBe(true);
    const { body } = await register(photo, 'photo.jpg');
    const { bytes } = await readLogo(body.id);
    expect(bytes.includes('Canary')).toBe(false);
    expect(bytes.includes('Exif')).toBe(false);
    expect(await new Transformer(bytes).metadata(true)).not.toHaveProperty('exif');
    expect(await sizeOf(bytes)).toEqual({ width: 100, height: 300, format: 'webp' });
  });

  test.each([
    ['png', () => png],
    ['jpeg', () => jpeg],
    ['webp', () => webp],
  ])('has no bytes after the end of a %s', async (_format, picture) => {
    const payload = '<script>alert("canary")</script>PK\x03\x04';
    const answer = await register(Buffer.concat([picture(), Buffer.from(payload, 'latin1')]));
    expect(answer.status).toBe(201);
    const { bytes } = await readLogo(answer.body.id);
    expect(bytes.includes('canary')).toBe(false);
    expect(bytes.includes('PK')).toBe(false);
    expect(await sizeOf(bytes)).toEqual({ width: 60, height: 40, format: 'webp' });
  });

  test.each([
    [1200, 300, { width: 512, height: 128 }],
    [300, 1200, { width: 128, height: 512 }],
    [5000, 1, { width: 512, height: 1 }],
    [512, 512, { width: 512, height: 512 }],
    [1, 1, { width: 1, height: 1 }],
  ])('of %i by %i is scaled down with its aspect ratio', async (width, height, expected) => {
    const { body } = await register(await grayPicture('png', width, height));
    expect(await sizeOf((await readLogo(body.id)).bytes)).toMatchObject(expected);
  });
});

describe('a logo file name', () => {
  test.each([
    ['../../nowhere/logo.png', 'logo.webp'],
    ['..\\..\\nowhere\\logo.png', 'logo.webp'],
    ['/nowhere/logo', 'logo.webp'],
    ['C:\\logo.png', 'logo.webp'],
    ['..', 'logo.webp'],
    ['.', 'logo.webp'],
    ['.htaccess', 'logo.webp'],
    ['Unser Logo (neu) ümläut.PNG', 'Unser Logo (neu) ümläut.webp'],
    [`${'🙂'.repeat(120)}.png`, `${'🙂'.repeat(100)}.webp`],
    ["a'b;filename=evil.exe\t.png", "a'b;filename=evil.exe.webp"],
  ])('%j is stored as %j', async (given, kept) => {
    const before = new Set(await storedFiles());
    const { body, status } = await register(png, given);
    expect(status).toBe(201);
    const added = (await storedFiles()).filter((name) => !before.has(name));
    expect(added).toEqual([expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)]);
    const { headers } = await readLogo(body.id);
    const disposition = String(headers['content-disposition']);
    expect(disposition).toMatch(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''[A-Za-z0-9%!#$&+.^_`|~-]*$/);
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(kept);
  });
});

test('sends the logo as an attachment with nosniff', async () => {
  const { body } = await register(png, 'Our logo.png');
  const { status, headers } = await readLogo(body.id);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': 'attachment; filename="Our logo.webp"; filename*=UTF-8\'\'Our%20logo.webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=300',
  });
});

describe('no bytes are left', () => {
  test('by a refused registration', async () => {
    const [files, organizations] = [await storedFiles(), await organizationCount()];
    const file = new File([png], 'logo.png');
    const answers = await Promise.all([
      portal.call('POST /v1/organizations', { parts: { organization: { name: '' }, file } }),
      portal.call('POST /v1/organizations', { parts: { organization: 'not json', file } }),
      portal.call('POST /v1/organizations', { parts: { file } }),
      portal.call('POST /v1/organizations', { parts: { organization: registration(), file, other: file } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect([await storedFiles(), await organizationCount()]).toEqual([files, organizations]);
  });

  test('by a registration repeated with its Idempotency-Key', async () => {
    const [files, organizations] = [await storedFiles(), await organizationCount()];
    const headers = { 'idempotency-key': 'register-1' };
    const answers = await Promise.all([1, 2, 3].map(() => register(png, 'logo.png', headers, 'Once')));
    answers.push(await register(png, 'logo.png', headers, 'Once'));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await storedFiles()).toHaveLength(files.length + 1);
    expect(await organizationCount()).toBe(organizations + 1);

    expect(await register(jpeg, 'logo.png', headers, 'Once')).toMatchObject({ status: 409 });
    expect(await storedFiles()).toHaveLength(files.length + 1);
  });

  test('by a registration refused by the database', async () => {
    const files = await storedFiles();
    await asOwner(portal.databaseUrl, "alter table organizations add constraint refused check (name <> 'Refused')");
    expect(await register(png, 'logo.png', {}, 'Refused')).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(await storedFiles()).toEqual(files);
  });

  test('by a forbidden logo change', async () => {
    const files = await storedFiles();
    const organization = await buildOrganization(portal);
    const employee = await buildSignedIn(portal, organization.id);
    const change = {
      params: { id: organization.id },
      parts: { organization: registration(), file: new File([png], 'x') },
    };
    expect(await portal.call('PUT /v1/organizations/{id}', { ...change })).toMatchObject({ status: 401 });
    expect(await portal.call('PUT /v1/organizations/{id}', { ...change, token: employee.token })).toMatchObject({
      status: 403,
    });
    expect(await storedFiles()).toEqual(files);
  });
});

test('lets an admin change the logo and keeps it when omitted', async () => {
  const organization = await buildOrganization(portal);
  const admin = await buildSignedIn(portal, organization.id, { userType: 'ADMIN' });
  const { serviceDTOList: _services, ...profile } = registration();
  const params = { id: organization.id };
  const change = (parts: Record<string, unknown>) =>
    portal.call('PUT /v1/organizations/{id}', {
      params,
      token: admin.token,
      parts: { organization: profile, ...parts },
    });
  expect(await readLogo(organization.id)).toMatchObject({ status: 404 });
  expect(await change({ file: new File([png], 'first.png') })).toMatchObject({
    status: 200,
    body: { imageFilename: 'first.webp' },
  });
  expect(await change({})).toMatchObject({ status: 200, body: { imageFilename: 'first.webp' } });
  expect(await change({ file: new File([await grayPicture('png', 10, 20)], 'second.png') })).toMatchObject({
    status: 200,
    body: { imageFilename: 'second.webp' },
  });
  expect(await sizeOf((await readLogo(organization.id)).bytes)).toMatchObject({ width: 10, height: 20 });
  expect(await change({ file: new File(['<svg/>'], 'third.svg') })).toMatchObject({ status: 415 });
  expect((await readLogo(organization.id)).headers['content-disposition']).toContain('second.webp');
});

test('deletes a replaced logo and gives the next one a new name', async () => {
  const organization = await buildOrganization(portal);
  const admin = await buildSignedIn(portal, organization.id, { userType: 'ADMIN' });
  const { serviceDTOList: _services, ...profile } = registration();
  const change = async (file?: File) =>
    portal.call('PUT /v1/organizations/{id}', {
      params: { id: organization.id },
      token: admin.token,
      parts: { organization: profile, ...(file && { file }) },
    });
  await portal.runJobs();
  const before = await storedFiles();
  const rows = async () => (await sql`select 1 from files`.many(portal.app.db)).length;
  const rowsBefore = await rows();
  expect((await change(new File([png], 'logo.png'))).body.imageFilename).toBe('logo.webp');
  // Two admins upload one each; one of them stays.
  const both = await Promise.all([change(new File([jpeg], 'logo.jpg')), change(new File([webp], 'logo.webp'))]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  for (const { body } of both) expect(body.imageFilename).toMatch(/^logo-\w{8}\.webp$/);
  await portal.runJobs();
  expect(await storedFiles()).toHaveLength(before.length + 1);
  expect(await rows()).toBe(rowsBefore + 1);
  expect(await readLogo(organization.id)).toMatchObject({ status: 200 });
  // An edit without a picture, and a refused one, keep the logo.
  expect(await change()).toMatchObject({ status: 200 });
  expect(await change(new File(['<svg/>'], 'logo.svg'))).toMatchObject({ status: 415 });
  await portal.runJobs();
  expect(await storedFiles()).toHaveLength(before.length + 1);
});
