import type { AuditEntry } from '@kinbridge/contract/audit/audit.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { LogTable } from '../../ui/table/log-table.tsx';
import classes from './audit-log.module.css';
import { auditSentence } from './audit-sentence.ts';
import type { KnownNames } from './audit-words.ts';

interface AuditEntriesProps {
  /** Names the list for screen readers. */
  label: string;
  entries: AuditEntry[];
  names: KnownNames;
  /** These are the previous entries; the new ones are still loading. */
  stale: boolean;
  /** Given if a filter is set. */
  onClear?: () => void;
}

export function AuditEntries({ label, entries, names, stale, onClear }: AuditEntriesProps) {
  if (entries.length === 0) {
    return (
      <div className="border-bottom empty-note" role="status">
        <Text fz="inherit">No matching entries.</Text>
        {onClear && (
          <Button variant="light" mt={10} onClick={onClear}>
            Clear filters
          </Button>
        )}
      </div>
    );
  }
  const rows = entries.map((entry) => ({
    id: entry.id,
    createTimestamp: entry.createTimestamp,
    who: entry.actor ? fullName(entry.actor) : '–',
    what: <Sentence entry={entry} names={names} />,
  }));
  return <LogTable label={label} rows={rows} stale={stale} />;
}

function Sentence({ entry, names }: { entry: AuditEntry; names: KnownNames }) {
  return auditSentence(entry, names).map((piece, index) =>
    typeof piece === 'string' ? (
      <Fragment key={index}>{piece}</Fragment>
    ) : (
      <Anchor key={piece.to} component={Link} to={piece.to} fz="inherit">
        {piece.text}
      </Anchor>
    ),
  );
}

export function AuditSkeleton() {
  return (
    <div className={classes.skeleton} aria-busy="true">
      {[52, 40, 61, 47, 55, 38].map((width) => (
        <div key={width}>
          <Skeleton height={10} width={110} radius="sm" />
          <Skeleton height={10} width={120} radius="sm" />
          <Skeleton height={10} width={`${width}%`} radius="sm" />
        </div>
      ))}
    </div>
  );
}
