import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type JobHelpers,
  parseCronItems,
  type Runner,
  run,
  runOnce,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker';
import type pg from 'pg';
import type { AppContext } from '../app-context.ts';
import { createJobPool, endJobPool, untilMarked, whileReachable } from '../db/job-pool.ts';
import {
  addJob,
  countDueJobs,
  forgetWorkers,
  markWorkersAlive,
  releaseJobsOfDeadWorkers,
} from '../db/jobs.commands.ts';
import { alertOnReads } from '../features/audit/read-alerts.commands.ts';
import { readAlertEmails } from '../features/audit/read-alerts.emails.ts';
import { authEmails } from '../features/auth/auth.emails.ts';
import { mailAccount } from '../features/auth/auth.jobs.ts';
import { employeeEmails } from '../features/employees/employees.emails.ts';
import { eraseSearches, type SearchErasure } from '../features/erasure/erase-searches.commands.ts';
import { factorEmails } from '../features/factors/factors.emails.ts';
import { purgeOrphanedFormFiles } from '../features/forms/form-files.commands.ts';
import { responsesJob, workOnResponses } from '../features/forms/response-uploads.ts';
import { writeMassMessages } from '../features/mass-messages/pieces.commands.ts';
import { memberListJob, workOnMemberList } from '../features/members/member-uploads.ts';
import { proposedChangeEmails } from '../features/members/proposed-changes.emails.ts';
import { operatorEmails } from '../features/operator/operator.emails.ts';
import { tellOperators } from '../features/operator/tell-operators.commands.ts';
import { countUsage } from '../features/operator/usage.commands.ts';
import { purgeUnverifiedOrganizations } from '../features/organizations/organizations.commands.ts';
import { organizationEmails } from '../features/organizations/organizations.emails.ts';
import { sendNotices } from '../features/push-notifications/send-notices.ts';
import { sumUpCounts } from '../features/service-requests/counts.commands.ts';
import { digestEmails } from '../features/service-requests/digests.emails.ts';
import { runResponseClock } from '../features/service-requests/response-clock.jobs.ts';
import { serviceRequestEmails } from '../features/service-requests/service-requests.emails.ts';
import { serviceEmails } from '../features/services/services.emails.ts';
import { askToConfirmServices } from '../features/services/unconfirmed.commands.ts';
import { purgeUnverifiedSignUps } from '../features/sign-up/sign-up.commands.ts';
import { verificationEmails } from '../features/sign-up/verification.emails.ts';
import { singleSignOnEmails } from '../features/single-sign-on/single-sign-on.emails.ts';
import { postSupportMessage } from '../features/support/support.commands.ts';
import { supportEmails } from '../features/support/support.emails.ts';
import { describeError } from '../log.ts';
import { countAuditRows } from '../records/audit/audit.commands.ts';
import { anchorAuditLog } from '../records/audit/audit-anchors.commands.ts';
import { sealAuditLog } from '../records/audit/audit-chain.commands.ts';
import { flushReads } from '../records/audit/audit-reads.ts';
import { sendEmail } from '../records/emails/send-email.commands.ts';
import { deliverSms, markUncertainSms } from '../records/sms/sms-delivery.commands.ts';
import { giveUpSms } from '../records/sms/sms-outage.commands.ts';
import { removeDroppedBytes } from '../records/stored-files/stored-files.commands.ts';
import { scanStoredFiles } from '../records/stored-files/stored-scans.commands.ts';
import type { UploadJob } from '../records/uploads/uploads.ts';
import { prepareMonths } from '../upkeep/archive/archive.commands.ts';
import { type ArchivedErasure, eraseArchived } from '../upkeep/archive/erase-archived.commands.ts';
import { purgeExpired } from '../upkeep/retention/purge.commands.ts';
import { runRetention } from '../upkeep/retention/retention.ts';
import { runScheduledBackup } from './backup-places.ts';
import { startDeliveries } from './deliveries.ts';
import { traceIdOfJob, traceJobs } from './trace-jobs.ts';

/** Every email by its kind. */
export const emailTexts = {
  ...authEmails,
  ...factorEmails,
  ...singleSignOnEmails,
  ...verificationEmails,
  ...employeeEmails,
  ...organizationEmails,
  ...operatorEmails,
  ...serviceRequestEmails,
  ...digestEmails,
  ...serviceEmails,
  ...proposedChangeEmails,
  ...supportEmails,
  ...readAlertEmails,
};

/** Every job by name. Jobs run at least once, so each must be safe to repeat. */
function tasks(app: AppContext, stop?: AbortSignal, ownerUrl?: string): TaskList {
  return {
    'send-email': (payload) => sendEmail(app, emailTexts, payload as { emailId: number }),
    'mail-account': (payload) => mailAccount(app, payload as { kind: string; userId: number | null }),
    'post-support-message': (payload) => postSupportMessage(app, payload as { supportMessageId: number }),
    'remove-file': (payload) => removeDroppedBytes(app, (payload as { storageKey: string }).storageKey),
    'scan-files': () => scanStoredFiles(app, stop),
    'write-campaigns': () => writeMassMessages(app, stop),
    'mark-uncertain-sms': () => markUncertainSms(app),
    'give-up-sms': () => giveUpSms(app),
    [memberListJob]: (payload, helpers) => workOnMemberList(app, uploadJob(payload, helpers)),
    [responsesJob]: (payload, helpers) => workOnResponses(app, uploadJob(payload, helpers)),
    'sum-up-counts': async () => {
      await sumUpCounts(app.db);
      await countAuditRows(app.db);
    },
    'response-clock': () => runResponseClock(app),
    'alert-on-reads': () => alertOnReads(app),
    'tell-operators': () => tellOperators(app.db),
    'release-dead-jobs': () => releaseJobsOfDeadWorkers(app.db),
    'erase-archived': (payload) => eraseArchived(app, payload as ArchivedErasure),
    'erase-searches': (payload) => eraseSearches(app, payload as SearchErasure),
    'seal-audit-log': async () => {
      await sealAuditLog(app.db, app.config.auditKey);
    },
    'count-usage': () => countUsage(app.db),
    'anchor-audit-log': () => anchorAuditLog(app),
    'purge-survey-files': () => purgeOrphanedFormFiles(app.db),
    'ask-to-confirm-services': () => askToConfirmServices(app.db),
    'prepare-months': () => prepareMonths(app.db),
    'back-up': async () => {
      await runScheduledBackup(app.config, ownerUrl, stop);
    },
    'purge-expired': async () => {
      await purgeExpired(app.db);
      await purgeUnverifiedOrganizations(app.db);
      await purgeUnverifiedSignUps(app.db);
    },
    retention: () => runRetention(app),
  };
}

function uploadJob(payload: unknown, { job }: JobHelpers): UploadJob {
  return { ...(payload as { uploadId: number }), lastAttempt: job.attempts >= job.max_attempts };
}

const schedule = parseCronItems([
  { task: 'seal-audit-log', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'anchor-audit-log', match: '*/10 * * * *', options: { maxAttempts: 5 } },
  { task: 'mark-uncertain-sms', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'give-up-sms', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'write-campaigns', match: '* * * * *', options: { maxAttempts: 1 } },
  // In a queue, so two never scan the same file.
  { task: 'scan-files', match: '* * * * *', options: { maxAttempts: 1, queueName: 'virus-scans' } },
  { task: 'release-dead-jobs', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'response-clock', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'alert-on-reads', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'tell-operators', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'sum-up-counts', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'purge-survey-files', match: '*/5 * * * *', options: { maxAttempts: 1 } },
  // Morning in the US.
  { task: 'ask-to-confirm-services', match: '5 13 * * *', options: { maxAttempts: 3 } },
  { task: 'count-usage', match: '23 4 * * *', options: { maxAttempts: 3 } },
  { task: 'prepare-months', match: '47 2 * * *', options: { maxAttempts: 10 } },
  { task: 'purge-expired', match: '17 3 * * *', options: { maxAttempts: 3 } },
  { task: 'retention', match: '37 3 * * *', options: { maxAttempts: 3 } },
]);

/** Looks whether a backup is due. */
const backupSchedule = parseCronItems([{ task: 'back-up', match: '*/10 * * * *', options: { maxAttempts: 1 } }]);

/** Leaves time to close the rest within the ten seconds of a stop. */
const stopPatienceMs = 8_000;

/**
 * Runs jobs until stopped, finishing the current ones. `alone` means no other worker can be running, as on an embedded
 * database, so any job already started was abandoned.
 */
export async function startWorker(
  app: AppContext,
  alone = false,
  ownerUrl = app.config.databaseOwnerUrl,
): Promise<{ stop(): Promise<void> }> {
  const pool = createJobPool(app.sessionAddress, 8, app.log);
  const alive = new Set<string>();
  const events = new EventEmitter() as WorkerEvents;
  // The queue locks a job under the pool's id, not the worker's.
  events.on('pool:create', ({ workerPool }) => alive.add(workerPool.id));
  const beat = () => markWorkersAlive(app.db, [...alive]).catch(() => undefined);
  const stopping = new AbortController();
  const runner: Runner = await run({
    events,
    pgPool: pool,
    taskList: traceJobs(tasks(app, stopping.signal, ownerUrl)),
    parsedCronItems: app.config.backups.target ? [...schedule, ...backupSchedule] : schedule,
    concurrency: 4,
    pollInterval: 2_000,
    noHandleSignals: true,
    logger: quietLogger(app),
  });
  runner.events.on('job:error', ({ job, error }) => {
    app.log.warn(
      {
        task: job.task_identifier,
        job: job.id,
        traceId: traceIdOfJob(job.payload),
        attempt: job.attempts,
        error: describeError(error),
      },
      'job failed',
    );
  });
  await beat();
  const heart = setInterval(beat, 10_000);
  // A killed worker leaves work behind that shouldn't wait for the schedule.
  if (alone) await markUncertainSms(app, 0);
  await releaseJobsOfDeadWorkers(app.db, alone ? [...alive] : null);
  await addJob(app.db, 'write-campaigns', {}, { key: 'write-campaigns' });
  const deliveries = await startDeliveries(app, stopping.signal);
  // After an upgrade, rows sealed before the audit key look tampered with until the first row is sealed with it.
  await addJob(app.db, 'seal-audit-log', {}, { key: 'seal-audit-log', maxAttempts: 1 });
  return {
    async stop() {
      clearInterval(heart);
      // A mass message takes longer than a stop; the rest stays queued.
      stopping.abort();
      const stopped = whileReachable(app.db, async () => {
        await Promise.all([runner.stop(), deliveries.stop()]);
        await forgetWorkers(app.db, [...alive]);
        await flushReads(app.db, Number.POSITIVE_INFINITY);
        await anchorAtStop(app);
        await endJobPool(pool);
      });
      // After a database crash the queue may sleep before its next attempt; the next start releases its jobs.
      await Promise.race([stopped, delay(stopPatienceMs, undefined, { ref: false })]);
    },
  };
}

/** Seals and anchors the last rows if that is quick; otherwise the next start does it. */
async function anchorAtStop(app: AppContext): Promise<void> {
  const work = sealAuditLog(app.db, app.config.auditKey).then(() => anchorAuditLog(app));
  await Promise.race([work.catch(() => undefined), delay(2_000, undefined, { ref: false })]);
}

/** Runs due jobs, delivers waiting texts and notices, and ends. For tests, which keep the pool. */
export async function runDueJobs(app: AppContext, pool: pg.Pool): Promise<void> {
  const options = { pgPool: pool, taskList: traceJobs(tasks(app)), noHandleSignals: true, logger: quietLogger(app) };
  let before = Number.POSITIVE_INFINITY;
  let due = await countDueJobs(app.db);
  // Jobs of one queue wait for the mark of the one before, which may come after the run gave up on them.
  while (due > 0 && due < before) {
    before = due;
    await runOnce(options);
    await untilMarked(pool);
    due = await countDueJobs(app.db);
  }
  await deliverSms(app);
  await sendNotices(app);
}

/** The queue's own log lines may quote personal data; ours above are enough. */
function quietLogger(app: AppContext): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error') app.log.debug({ queue: message.slice(0, 40) }, 'job queue');
  });
}
