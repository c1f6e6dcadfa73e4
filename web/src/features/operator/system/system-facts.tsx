import type { SystemState } from '@kinbridge/contract/operator/operator-system.contract';
import { counted, inNumbers } from '@kinbridge/contract/shared/counted';
import { formatDateTime } from '../../../lib/dates.ts';
import { formatFileSize } from '../../../lib/file-size.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Facts } from '../../../ui/section/facts.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { SectionMessage } from '../../../ui/section/section-message.tsx';
import { ageOf } from './age-of.ts';
import { Inside } from './inside.tsx';

/** Backups, the audit log, disk and version, in numbers. */
export function SystemFacts({ system }: { system: SystemState }) {
  const { disk, migrations } = system;
  const now = useNow();
  return (
    <>
      <SectionCard title="Backups">
        <Inside>
          <Facts plain label="Backups" facts={backupFacts(system, now)} />
        </Inside>
        {!system.backup && <SectionMessage>Run “npm run backup” on the server, or schedule backups.</SectionMessage>}
      </SectionCard>
      <SectionCard title="Audit log">
        <Inside>
          <Facts plain label="Audit log" facts={auditFacts(system.audit)} />
        </Inside>
        {!system.audit.verification && <SectionMessage>Run “npm run audit:verify” on the server.</SectionMessage>}
      </SectionCard>
      <SectionCard title="Disk and version">
        <Inside>
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
        </Inside>
      </SectionCard>
    </>
  );
}

function freeSpace(free: number, total: number): string {
  return `${formatFileSize(free)} of ${formatFileSize(total)}`;
}

function auditFacts({ rows, sealedTimestamp, verification }: SystemState['audit']) {
  return [
    { label: 'Sealed rows', value: inNumbers(rows) },
    { label: 'Last sealed', value: sealedTimestamp && formatDateTime(sealedTimestamp) },
    { label: 'Last verified', value: verification ? formatDateTime(verification.timestamp) : 'Never' },
    {
      label: 'Result',
      value:
        verification && (verification.intact ? `${counted(verification.rows, 'row')} intact` : verification.problem),
      long: true,
    },
  ];
}

function backupFacts({ backup, restoreTest }: SystemState, now: number) {
  const states = { running: 'Running', done: 'Done', failed: backup?.problem ?? 'Failed' };
  const tested = restoreTest && formatDateTime(restoreTest.timestamp);
  return [
    { label: 'Last backup', value: backup ? formatDateTime(backup.startTimestamp) : 'Never' },
    { label: 'Age', value: backup && ageOf(backup.startTimestamp, now) },
    { label: 'Size', value: backup?.bytes && formatFileSize(backup.bytes) },
    { label: 'Result', value: backup && states[backup.state], long: true },
    {
      label: 'Last restore test',
      value: restoreTest ? `${tested}: ${restoreTest.state === 'passed' ? 'Passed' : restoreTest.problem}` : 'Never',
      long: true,
    },
  ];
}
