import type { SystemState } from '@kinbridge/contract/operator/operator-system.contract';
import { counted, inNumbers } from '@kinbridge/contract/shared/counted';
import { formatDateTime } from '../../../lib/dates.ts';
import { formatFileSize } from '../../../lib/file-size.ts';
import { Facts } from '../../../ui/section/facts.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { SectionMessage } from '../../../ui/section/section-message.tsx';

/** Jobs, questions, disk, the audit log and the version, in numbers. */
export function SystemFacts({ system }: { system: SystemState }) {
  const { jobs, disk, migrations, questions } = system;
  return (
    <>
      <SectionCard title="Now">
        <Facts
          plain
          label="Now"
          facts={[
            { label: 'Jobs waiting', value: inNumbers(jobs.waiting + jobs.running) },
            { label: 'Jobs to try again', value: inNumbers(jobs.retrying) },
            { label: 'Failed jobs', value: inNumbers(jobs.failed) },
            { label: 'Oldest waiting job', value: jobs.waiting === 0 ? null : counted(jobs.oldestSeconds, 'second') },
            { label: 'Workers', value: inNumbers(system.workers) },
            {
              label: 'Text provider',
              value: system.textsPausedSince ? `Failing since ${formatDateTime(system.textsPausedSince)}` : 'Working',
            },
            { label: 'Open questions', value: inNumbers(questions.open) },
            {
              label: 'Oldest open question',
              value: questions.oldestTimestamp && formatDateTime(questions.oldestTimestamp),
            },
          ]}
        />
        {system.workers === 0 && <SectionMessage>No worker is running, so nothing is sent. Start one.</SectionMessage>}
      </SectionCard>
      <SectionCard title="Backups">
        <SectionMessage>{backupSentence(system)}</SectionMessage>
      </SectionCard>
      <SectionCard title="Audit log">
        <SectionMessage>{auditSentence(system.audit)}</SectionMessage>
      </SectionCard>
      <SectionCard title="Disk and version">
        <Facts
          plain
          label="Disk and version"
          facts={[
            {
              label: 'Free in the data folder',
              value: disk.free !== null && disk.total !== null && freeSpace(disk.free, disk.total),
            },
            { label: 'Database', value: formatFileSize(disk.database) },
            { label: 'Files', value: formatFileSize(disk.files) },
            { label: 'Version', value: system.version },
            { label: 'Node', value: system.node },
            { label: 'Migrations', value: `${migrations.count}, the last is ${migrations.last}`, long: true },
            { label: 'Migrated', value: formatDateTime(migrations.lastTimestamp) },
          ]}
        />
      </SectionCard>
    </>
  );
}

function freeSpace(free: number, total: number): string {
  return `${formatFileSize(free)} of ${formatFileSize(total)}`;
}

function auditSentence({ rows, sealedTimestamp, verification }: SystemState['audit']): string {
  const sealed = `${counted(rows, 'row')} sealed${sealedTimestamp ? `, the last ${formatDateTime(sealedTimestamp)}` : ''}.`;
  if (!verification) return `${sealed} It was never verified. Run “npm run audit:verify” on the server.`;
  const when = formatDateTime(verification.timestamp);
  if (verification.intact) return `${sealed} Verified ${when}: ${counted(verification.rows, 'row')} intact.`;
  return `${sealed} The verification of ${when} found a problem: ${verification.problem}`;
}

function backupSentence({ backup, restoreTest }: SystemState): string {
  if (!backup) return 'No backup yet. Run “npm run backup” on the server, or schedule backups.';
  const when = formatDateTime(backup.startTimestamp);
  const made = {
    running: `A backup has been running since ${when}.`,
    done: `The last backup is of ${when}, ${formatFileSize(backup.bytes ?? 0)}.`,
    failed: `The backup of ${when} failed: ${backup.problem}`,
  }[backup.state];
  if (!restoreTest) return `${made} No backup was restored as a test yet.`;
  const tested = formatDateTime(restoreTest.timestamp);
  return restoreTest.state === 'passed'
    ? `${made} The restore test of ${tested} passed.`
    : `${made} The restore test of ${tested} failed: ${restoreTest.problem}`;
}
