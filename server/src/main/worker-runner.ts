import { parseCronItems, type Runner, run, runOnce, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import type { AppContext } from '../app-context.ts';
import { createPool } from '../db/database.ts';
import { purgeExpired } from '../db/purge.commands.ts';
import { sealAuditLog } from '../features/audit/audit-chain.commands.ts';
import { flushReads } from '../features/audit/audit-reads.ts';
import { authEmails } from '../features/auth/auth.emails.ts';
import { mailAccount } from '../features/auth/auth.jobs.ts';
import { sendEmail } from '../features/messages/send-email.commands.ts';
import { postSupportMessage } from '../features/support/support.commands.ts';
import { userEmails } from '../features/users/users.emails.ts';
import { describeError } from '../log.ts';

const emailTexts = { ...authEmails, ...userEmails };

/** Every job by name. A job runs at least once, so each is written to be run again. */
function tasks(app: AppContext): TaskList {
  return {
    'send-email': (payload) => sendEmail(app, emailTexts, payload as { emailId: number }),
    'mail-account': (payload) => mailAccount(app, payload as { kind: string; userId: number | null }),
    'post-support-message': (payload) => postSupportMessage(app, payload as { supportMessageId: number }),
    'seal-audit-log': async () => {
      await sealAuditLog(app.db);
    },
    'purge-expired': () => purgeExpired(app.db),
  };
}

const schedule = parseCronItems([
  { task: 'seal-audit-log', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'purge-expired', match: '17 3 * * *', options: { maxAttempts: 3 } },
]);

export interface RunningWorker {
  stop(): Promise<void>;
}

/** Runs the jobs until stopped; jobs that are under way are finished first. */
export async function startWorker(app: AppContext, databaseUrl: string): Promise<RunningWorker> {
  const pool = createPool(databaseUrl, 8, app.log);
  const runner: Runner = await run({
    pgPool: pool,
    taskList: tasks(app),
    parsedCronItems: schedule,
    concurrency: 4,
    pollInterval: 2_000,
    noHandleSignals: true,
    logger: quietLogger(app),
  });
  runner.events.on('job:error', ({ job, error }) => {
    app.log.warn(
      { task: job.task_identifier, job: job.id, attempt: job.attempts, error: describeError(error) },
      'job failed',
    );
  });
  return {
    async stop() {
      await runner.stop();
      await flushReads(app.db, Number.POSITIVE_INFINITY);
      await pool.end();
    },
  };
}

/** Runs the jobs that are due and ends; tests use it, so that they need not wait. */
export async function runDueJobs(app: AppContext, databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, 3, app.log);
  await runOnce({ pgPool: pool, taskList: tasks(app), noHandleSignals: true, logger: quietLogger(app) });
  await pool.end();
}

/** The queue's own lines may quote error messages, which may quote people; ours above says what is needed. */
function quietLogger(app: AppContext): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error') app.log.debug({ queue: message.slice(0, 40) }, 'job queue');
  });
}
