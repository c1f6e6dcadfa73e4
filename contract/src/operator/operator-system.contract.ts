import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { count, id, timestamp } from '../shared/fields.ts';
import { pageOf, paging } from '../shared/paging.ts';

const bytes = z.number().nonnegative();

const systemState = z
  .strictObject({
    version: z.string(),
    node: z.string(),
    migrations: z.strictObject({ count, last: z.string(), lastTimestamp: timestamp }),
    jobs: z.strictObject({
      waiting: count,
      running: count,
      scheduled: count,
      retrying: count,
      failed: count,
      /** How long the oldest due job has been waiting. */
      oldestSeconds: count,
    }),
    workers: count,
    /** Since when texts wait because the text provider fails. */
    textsPausedSince: timestamp.nullable(),
    audit: z.strictObject({
      rows: count,
      sealedTimestamp: timestamp.nullable(),
      /** The result of the last `npm run audit:verify`. */
      verification: z
        .strictObject({ timestamp, intact: z.boolean(), rows: count, problem: z.string().nullable() })
        .nullable(),
    }),
    disk: z.strictObject({
      /** Of the disk with the data folder; null if it can't be read. */
      free: bytes.nullable(),
      total: bytes.nullable(),
      database: bytes,
      files: bytes,
    }),
    /** The last backup, and the last restore test of any. */
    backup: z
      .strictObject({
        state: z.enum(['running', 'done', 'failed']),
        startTimestamp: timestamp,
        bytes: bytes.nullable(),
        problem: z.string().nullable(),
      })
      .nullable(),
    restoreTest: z
      .strictObject({ state: z.enum(['passed', 'failed']), timestamp, problem: z.string().nullable() })
      .nullable(),
    questions: z.strictObject({ open: count, oldestTimestamp: timestamp.nullable() }),
  })
  .meta({ id: 'SystemState' });

export type SystemState = z.infer<typeof systemState>;

const troubledJob = z.strictObject({
  id,
  task: z.string(),
  state: z.enum(['failed', 'retrying']),
  attempts: count,
  maxAttempts: count,
  /** The kind of error, such as ECONNREFUSED; never its text, which may quote data. */
  error: z.string(),
  createTimestamp: timestamp,
  /** When it runs again, unless it has failed for good. */
  nextTimestamp: timestamp.nullable(),
});

export type TroubledJob = z.infer<typeof troubledJob>;

export const deliveryGroups = ['waiting', 'sent', 'failed', 'skipped'] as const;

const groups = z.strictObject({ waiting: count, sent: count, failed: count, skipped: count });

const deliveries = z
  .strictObject({
    /** False if there were more than the counted newest ones. */
    complete: z.boolean(),
    periods: z.array(z.strictObject({ start: timestamp, texts: groups, emails: groups })),
  })
  .meta({ id: 'Deliveries' });

export type Deliveries = z.infer<typeof deliveries>;

export const operatorSystemCalls = defineCalls('Operator', {
  'GET /v1/operator/system': {
    summary: 'How the system is doing: jobs, audit log, disk, version and migrations.',
    answers: systemState,
  },
  'GET /v1/operator/system/jobs': {
    summary: 'Jobs that failed for good, and those that failed and will be tried again.',
    query: z.strictObject(paging),
    answers: pageOf(troubledJob),
  },
  'POST /v1/operator/system/jobs/{id}/retry': { summary: 'Runs a failed job again, with all its tries.' },
  'GET /v1/operator/system/deliveries': {
    summary: 'Texts and emails by state: hour by hour for a day, or day by day for a week.',
    query: z.strictObject({ period: z.enum(['day', 'week']).optional() }),
    answers: deliveries,
  },
});
