import type { ErrorCode } from '@kinbridge/contract/shared/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../app-error.ts';
import { isConnectionLost } from '../db/lost-connection.ts';
import { NewestKeyMissing, SecretUnreadable } from '../encrypted-secret.ts';
import { describeError } from '../log.ts';
import { EncryptedBytesDamaged } from '../outside/files/encrypted-bytes.ts';
import { FileStoreUnavailable } from '../outside/files/file-store.ts';
import { KeyMissing, KeyServiceUnavailable } from '../outside/keys/key-service.ts';
import { plainSentence, plainSentenceAbout } from './plain-sentences.ts';
import { traceIdOf } from './request-trace.ts';

/** Too busy: no connections or memory left, or a statement timed out. */
const databaseBusy = /^(53[03]00|25P03|57014)$/;
const diskFull = /^(ENOSPC|EDQUOT|53100)$/;
/** Bad input that passed the schema, such as unstorable text or numbers out of range. */
const badValue = /^(22...)$/;

/** The only place that turns thrown errors into the error shape. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = '', statusCode, cause } = (error ?? {}) as Partial<FastifyError>;
  // Must come first: a request cut off by its caller also has the code of a lost connection.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError(...(frameworkErrors[statusCode] ?? unreadable));
  }
  if (databaseBusy.test(code) || isConnectionLost(error) || isConnectionLost(cause)) {
    return new AppError('unavailable', 'Kinbridge is restarting. Please try again in a few seconds.', {
      retryAfterSeconds: 2,
    });
  }
  if (error instanceof FileStoreUnavailable) {
    return new AppError('unavailable', "We can't reach your files right now. Please try again in a few seconds.", {
      retryAfterSeconds: 5,
    });
  }
  if (error instanceof KeyServiceUnavailable) {
    return new AppError('unavailable', "We can't decrypt your files right now. Please try again in a few minutes.", {
      retryAfterSeconds: 60,
    });
  }
  if (error instanceof KeyMissing) {
    return new AppError('unavailable', `${unreadableFile} Please tell your administrator.`);
  }
  if (error instanceof EncryptedBytesDamaged) {
    return new AppError('gone', "This file's contents were changed and can't be decrypted. Please upload it again.");
  }
  if (error instanceof SecretUnreadable) {
    return new AppError('unavailable', `${unreadableSecret} Please tell your administrator.`);
  }
  if (error instanceof NewestKeyMissing) {
    return new AppError('unavailable', `${restartNeeded} Please tell your administrator.`);
  }
  if (diskFull.test(code)) {
    return new AppError('disk_full', "There's no space left to store this. Please tell your administrator.");
  }
  if (badValue.test(code))
    return new AppError('invalid_input', "We couldn't store one of the values. Please check what you entered.");
  return new AppError('internal', 'Something went wrong on our side. Please try again later.');
}

const unreadableFile = "This file can't be read, because the key it was encrypted with is missing.";
const unreadableSecret =
  "Kinbridge can't read a secret it needs for this, because the key it was encrypted with is missing.";
const restartNeeded = "We can't store this: Kinbridge has to be restarted with the newest encryption key.";

const unreadable: [ErrorCode, string] = ['invalid_input', "We couldn't read the request."];

const frameworkErrors: Record<number, [ErrorCode, string]> = {
  400: ['invalid_input', "We couldn't read the request. Check its format."],
  404: ['not_found', "We couldn't find that page."],
  413: ['too_large', 'What you sent is too large.'],
  415: ['unsupported_type', "This type of content isn't supported here."],
};

/** Logs the error if it is ours, and sets the answer's status. */
export function noteError(error: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const known = toAppError(error);
  if (known.status >= 500) {
    request.log.error(
      { requestId: request.id, traceId: traceIdOf(request), error: describeError(error) },
      'request failed',
    );
  }
  if (known.retryAfterSeconds !== undefined) reply.header('retry-after', known.retryAfterSeconds);
  reply.status(known.status);
  return known;
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = noteError(error, request, reply);
  return reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        code: known.code,
        message: known.message,
        ...(known.fields ? { fields: known.fields } : {}),
        ...known.extra,
        requestId: request.id,
      }),
    );
}

/** Enough for a person; a body full of unknown fields doesn't get an equally long answer. */
const maxFields = 20;
const unknownField = "This field isn't known.";

/** Validates input and reports problems in words, which are only worked out for input that isn't valid. */
export function parseOrRefuse(schema: z.ZodType, value: unknown, prefix = ''): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  // Messages that don't come from the schema and need a subject.
  const plain = new Set<string>();
  const { error } = schema.safeParse(value, {
    error: (issue) => {
      const sentence = plainSentence(issue);
      plain.add(sentence);
      return sentence;
    },
  });
  // A rule that depends on the clock may hold by now.
  throw invalidInput((error ?? parsed.error).issues.flatMap(closest), prefix, plain);
}

/** Every field with its first message. A single problem becomes the message itself. */
function invalidInput(issues: z.core.$ZodIssue[], prefix: string, plain: ReadonlySet<string>): AppError {
  // No prototype, since a field can have any name.
  const fields: Record<string, string> = Object.create(null);
  for (const issue of issues) {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths.slice(0, maxFields - Object.keys(fields).length)) {
      const name = [prefix, ...path].filter((part) => part !== '').join('.') || 'body';
      fields[name] ??= issue.code === 'unrecognized_keys' ? unknownField : issue.message;
    }
  }
  const names = Object.keys(fields);
  const [name = 'body'] = names;
  const sentence = fields[name] ?? '';
  if (names.length > 1) {
    return new AppError('invalid_input', `Please fix ${names.length} fields: ${names.join(', ')}.`, { fields });
  }
  const message = sentence === unknownField || plain.has(sentence) ? plainSentenceAbout(name, sentence) : sentence;
  return new AppError('invalid_input', message, { fields });
}

/** For a union, the only variant that the input resembles. */
function closest(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const tries = issue.errors.filter(
    (issues) => !issues.some(({ path, code }) => path.length === 0 && code !== 'unrecognized_keys'),
  );
  const [meant] = tries;
  if (!meant || tries.length > 1) return [issue];
  return meant.flatMap(closest).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}
