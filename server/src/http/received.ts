import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { Call } from '@kinbridge/contract/shared/call';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, emptyFile, invalidField } from '../app-error.ts';
import { isTooDeep } from '../document-bounds.ts';
import type { UnscannedFile } from '../records/stored-files/upload-scans.ts';
import { parseOrRefuse } from './error-answers.ts';

export interface Received {
  params: unknown;
  query: unknown;
  body: unknown;
  parts: Record<string, unknown> | undefined;
  file: UnscannedFile | null;
  files: AsyncIterable<UnscannedFile>;
  form: Record<string, string>;
}

const noFields = z.strictObject({});

/** Marks a body of an unsupported type; calls without a body ignore it. */
export const unreadBody = Symbol('unread body');

/** Reads and validates the input with the contract's schemas. */
export async function receive(call: Call, request: FastifyRequest): Promise<Received> {
  const params = check(call.params, request.params);
  const query = check(call.query, withoutBlanks(request.query));
  // Providers may add parameters to the addresses of webhooks.
  if (!call.query && !call.form) refuseFields(withoutBlanks(request.query));
  const received: Received = { params, query, body: undefined, parts: undefined, file: null, files: noFiles, form: {} };
  if (call.multipart?.files) {
    received.parts = {};
    received.files = receiveFiles(call.multipart.files, request);
  } else if (call.multipart) {
    const { parts, file } = await receiveParts(call.multipart, request);
    received.parts = parts;
    received.file = file;
  } else if (call.form) {
    received.form = receiveForm(request.body);
  } else if (call.body) {
    received.body = check(call.body, receiveJson(call, request));
  } else refuseFields(request.body);
  return received;
}

/** Where a call takes none; looked at only if there are any. */
function refuseFields(given: unknown): void {
  if (typeof given !== 'object' || given === null || given instanceof URLSearchParams) return;
  if (Object.keys(given).length > 0) check(noFields, given);
}

function receiveJson(call: Call, request: FastifyRequest): unknown {
  if (request.body === unreadBody || request.body instanceof URLSearchParams || request.isMultipart()) {
    throw new AppError('unsupported_type', 'Please send JSON with the content type application/json.');
  }
  const body = request.body ?? {};
  return call.searches ? withoutBlanks(body) : body;
}

/** The old client sends every filter and leaves unused ones empty. */
function withoutBlanks(query: unknown): unknown {
  if (query === null || typeof query !== 'object' || Array.isArray(query)) return query;
  if (!Object.values(query).includes('')) return query;
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/** All fields of a webhook, since its signature also covers those we don't use. */
function receiveForm(body: unknown): Record<string, string> {
  if (!(body instanceof URLSearchParams)) {
    throw new AppError('unsupported_type', 'Please send application/x-www-form-urlencoded.');
  }
  const form = Object.fromEntries(body);
  refuseUnstorableText(form);
  return form;
}

function check(schema: z.ZodType | undefined, value: unknown, prefix?: string): unknown {
  if (!schema) return undefined;
  refuseUnstorableText(value, prefix ? [prefix] : []);
  return parseOrRefuse(schema, value, prefix);
}

/** Refuses NUL and lone surrogates, which the database can't store. */
export function refuseUnstorableText(value: unknown, path: string[] = []): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) {
      throw invalidField(path.join('.') || 'body', "The text contains characters we can't store. Please remove them.");
    }
  } else if (value !== null && typeof value === 'object') {
    if (path.length > 60) throw nestedTooDeeply();
    for (const [key, inner] of Object.entries(value)) {
      refuseUnstorableText(key, path);
      // One list for all, since this runs at every call.
      path.push(key);
      refuseUnstorableText(inner, path);
      path.pop();
    }
  }
}

export function nestedTooDeeply(): AppError {
  return new AppError('invalid_input', 'The request is nested too deeply.');
}

type Parts = NonNullable<Call['multipart']>;

async function receiveParts(expected: Parts, request: FastifyRequest) {
  if (!request.isMultipart()) {
    throw new AppError('unsupported_type', 'Please send multipart/form-data.');
  }
  const { texts, file } = await notStalled(request, readParts(expected, request)).catch((error) => {
    throw readable(error);
  });
  if (expected.file?.required && !file) throw invalidField(expected.file.name, 'Please choose a file.');
  const parts = Object.fromEntries(
    Object.entries(expected.json).map(([name, schema]) => [name, check(schema, parseJson(name, texts.get(name)))]),
  );
  return { parts, file };
}

/** Adds a status to the parser's errors about malformed parts. */
function readable(error: Error & { statusCode?: number }): Error {
  if (error instanceof AppError || error.statusCode !== undefined) return error;
  return new AppError('invalid_input', "We couldn't read the parts of the request. Check their format.");
}

const noFiles: AsyncIterable<UnscannedFile> = { async *[Symbol.asyncIterator]() {} };

/** The files of a multi-file upload, one in memory at a time. The handler checks permission before reading them. */
async function* receiveFiles(
  expected: NonNullable<Parts['files']>,
  request: FastifyRequest,
): AsyncGenerator<UnscannedFile> {
  if (!request.isMultipart()) throw new AppError('unsupported_type', 'Please send multipart/form-data.');
  const { names, maxBytes, maxCount } = expected;
  let count = 0;
  const parts = request.parts({ limits: { fileSize: maxBytes, fieldSize: 1024, files: maxCount, fields: 10 } });
  try {
    for (;;) {
      const next = await notStalled(request, parts.next());
      if (next.done) break;
      const part = next.value;
      if (part.type !== 'file' || !names.includes(part.fieldname)) {
        throw invalidField(part.fieldname.slice(0, 60), "This isn't a known part.");
      }
      const bytes = await notStalled(request, bytesOf(part));
      if (part.file.truncated) throw tooLarge(maxBytes);
      // Browsers send an empty file without a name for an unused input.
      if (bytes.length === 0 && !part.filename) continue;
      count++;
      yield { fileName: part.filename ?? '', bytes };
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(maxBytes);
    if (code === 'FST_FILES_LIMIT') throw new AppError('too_large', `Please send at most ${maxCount} files at once.`);
    throw readable(error as Error);
  }
  if (count === 0) throw invalidField(names[0] ?? 'files', 'Please choose a file.');
}

/** The parser's own method would keep every file in memory until the last one arrives. */
async function bytesOf({ file }: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const stalledMs = 5_000;

/** Malformed parts can make the parser wait forever for more data after the body has ended. */
async function notStalled<T>(request: FastifyRequest, reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    timer = setTimeout(() => giveUp(new Error('the parts do not end')), stalledMs);
  };
  let giveUp: (error: Error) => void = () => undefined;
  const stalled = new Promise<never>((_, reject) => {
    giveUp = reject;
    // A cut connection never emits an end.
    if (request.raw.readableEnded || request.raw.destroyed) wait();
    else request.raw.once('end', wait).once('close', wait);
  });
  try {
    return await Promise.race([reading, stalled]);
  } finally {
    clearTimeout(timer);
    request.raw.off('end', wait).off('close', wait);
  }
}

async function readParts(expected: Parts, request: FastifyRequest) {
  const maxBytes = expected.file?.maxBytes ?? 0;
  const texts = new Map<string, string>();
  let file: UnscannedFile | null = null;
  const iterator = request.parts({
    // No limit on parts: the parser skips extra ones, and a skipped part that breaks off crashes the process.
    limits: { fileSize: Math.max(maxBytes, jsonPartLimit), fieldSize: jsonPartLimit, files: 4, fields: 10 },
  });
  for await (const part of iterator) {
    if (Object.hasOwn(expected.json, part.fieldname)) {
      texts.set(part.fieldname, await jsonText(part));
    } else if (part.type === 'file' && part.fieldname === expected.file?.name && file === null) {
      const bytes = await part.toBuffer().catch((error) => {
        throw error.code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge(maxBytes) : error;
      });
      if (bytes.length > maxBytes) throw tooLarge(maxBytes);
      const { filename = '' } = part;
      if (bytes.length > 0) file = { fileName: filename, bytes };
      // Browsers send an empty file without a name for an unused input.
      else if (filename !== '') throw emptyFile(part.fieldname, filename);
    } else {
      throw invalidField(part.fieldname.slice(0, 60), "This part isn't known, or was sent twice.");
    }
  }
  return { texts, file };
}

const jsonPartLimit = 1024 * 1024;

/** A JSON part is a plain field, a typed field that is already parsed, or a Blob, which arrives as a file. */
async function jsonText(part: Multipart): Promise<string> {
  if (part.type === 'file') return (await part.toBuffer()).toString('utf8');
  if (part.valueTruncated) throw new AppError('too_large', `The part '${part.fieldname}' is too large.`);
  return typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
}

function parseJson(name: string, text: string | undefined): unknown {
  if (text === undefined) throw invalidField(name, `The part '${name}' is missing.`);
  if (isTooDeep(text)) throw nestedTooDeeply();
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  } catch {
    // Reported below like any other malformed part.
  }
  throw invalidField(name, `The part '${name}' must be a JSON object.`);
}

export function tooLarge(maxBytes: number): AppError {
  return new AppError('too_large', `The file is too large: at most ${Math.round(maxBytes / 1024 / 1024)} MB.`);
}
