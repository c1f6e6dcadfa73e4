/**
 * An S3-compatible server process: put and get (also in parts), head, delete and list in one bucket ('files', path style). It checks
 * the signature of every request (Signature Version 4). Its parent sets its behavior: 'well', 'slow' (never answers),
 * 'error' (500), 'busy' (503 once, then well), 'cut' (ends in the middle of an answer), 'full' (507) and 'reset'
 * (closes the connection immediately).
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const keys = { id: 'AKIATEST', secret: 'a secret for tests only' };
const bucket = 'files';
const objects = new Map();
/** Parts of objects that aren't complete, by upload. */
const uploads = new Map();
let behaviour = 'well';
let pageSize = 1000;

const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const hmac = (key, text) => createHmac('sha256', key).update(text).digest();
/** Encodes everything except letters, digits and -._~, as the signature requires. */
const encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** The answer to a bad signature, or null for a good one. */
function signatureProblem(request, url, body) {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!match) return 'AccessDenied';
  const [, id, day, region, signedHeaders, signature] = match;
  if (id !== keys.id) return 'InvalidAccessKeyId';
  const names = signedHeaders.split(';');
  if (!names.includes('host') || !names.includes('x-amz-content-sha256')) return 'SignatureDoesNotMatch';
  const bodyHash = request.headers['x-amz-content-sha256'];
  if (bodyHash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const moment = request.headers['x-amz-date'] ?? '';
  if (!moment.startsWith(day)) return 'SignatureDoesNotMatch';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = names.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}\n`).join('');
  const canonical = [request.method, url.pathname, query, headers, signedHeaders, bodyHash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${keys.secret}`, day), region));
  const expected = hmac(key, text);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('error', () => undefined);
  request.on('end', () => {
    const url = new URL(request.url, 'http://s3');
    const body = Buffer.concat(chunks);
    const problem = signatureProblem(request, url, body);
    process.send?.({
      method: request.method,
      path: url.pathname,
      signed: problem === null,
      lock: request.headers['x-amz-object-lock-mode'],
      lockedUntil: request.headers['x-amz-object-lock-retain-until-date'],
      md5: request.headers['content-md5'],
    });
    if (problem) return fail(response, 403, problem);
    misbehave(request, response, () => answer(request, response, url, body));
  });
});

function misbehave(request, response, go) {
  if (behaviour === 'slow') return undefined;
  if (behaviour === 'reset') return request.socket.destroy();
  if (behaviour === 'error') return fail(response, 500, 'InternalError');
  if (behaviour === 'full') return fail(response, 507, 'XMinioStorageFull');
  if (behaviour === 'busy') {
    behaviour = 'well';
    return fail(response, 503, 'SlowDown');
  }
  return go();
}

function fail(response, status, code) {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
}

function answer(request, response, url, body) {
  const [, named, ...rest] = url.pathname.split('/');
  const key = decodeURIComponent(rest.join('/'));
  if (named !== bucket) return fail(response, 404, 'NoSuchBucket');
  if (key === '') return list(response, url);
  const kept = objects.get(key);
  if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) {
    return answerPart(request, response, { key, url, body });
  }
  if (request.method === 'PUT') {
    objects.set(key, { bytes: body, modified: new Date() });
    return response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return response.writeHead(204).end();
  }
  if (!kept) return request.method === 'HEAD' ? response.writeHead(404).end() : fail(response, 404, 'NoSuchKey');
  const total = kept.bytes.length;
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (from !== undefined && Number(from) >= total) return fail(response, 416, 'InvalidRange');
  const bytes = from === undefined ? kept.bytes : kept.bytes.subarray(Number(from), Number(to) + 1);
  response.writeHead(from === undefined ? 200 : 206, {
    'content-length': bytes.length,
    'last-modified': kept.modified.toUTCString(),
    etag: `"${createHash('md5').update(kept.bytes).digest('hex')}"`,
    ...(from === undefined ? {} : { 'content-range': `bytes ${from}-${Number(from) + bytes.length - 1}/${total}` }),
  });
  if (request.method === 'HEAD') return response.end();
  if (behaviour !== 'cut') return response.end(bytes);
  return response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy());
}

/** An object in parts: begun, part by part, completed or given up. */
function answerPart(request, response, { key, url, body }) {
  const id = url.searchParams.get('uploadId') ?? `upload-${uploads.size + 1}`;
  const xml = (text) => response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
  if (url.searchParams.has('uploads')) {
    uploads.set(id, []);
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }
  const parts = uploads.get(id);
  if (!parts) return fail(response, 404, 'NoSuchUpload');
  if (request.method === 'PUT') {
    parts[Number(url.searchParams.get('partNumber')) - 1] = body;
    return response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
  }
  uploads.delete(id);
  if (request.method === 'DELETE') return response.writeHead(204).end();
  objects.set(key, { bytes: Buffer.concat(parts), modified: new Date() });
  return xml('<CompleteMultipartUploadResult><ETag>"parts"</ETag></CompleteMultipartUploadResult>');
}

function list(response, url) {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
  const page = names.slice(0, pageSize);
  const contents = page.map((name) => {
    const { bytes, modified } = objects.get(name);
    const fields = `<Key>${name}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${bytes.length}</Size>`;
    return `<Contents>${fields}</Contents>`;
  });
  const more = names.length > page.length;
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const xml = `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
  response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
}

process.on('message', (message) => {
  if (message === 'seen') return;
  if (message.behaviour) behaviour = message.behaviour;
  if (message.pageSize) pageSize = message.pageSize;
  // Adds an old or foreign object.
  if (message.put) objects.set(message.put.key, { bytes: Buffer.from('x'), modified: new Date(message.put.modified) });
  process.send?.('done');
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
