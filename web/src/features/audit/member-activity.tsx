import { memberChanges, memberViews } from '@kinbridge/contract/audit/audit-kinds';
import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTableFoot } from '../../ui/data-table-foot.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SectionFailure } from '../../ui/section-failure.tsx';
import { memberActivityQuery } from './audit.api.ts';
import { AuditEntries, AuditSkeleton } from './audit-entries.tsx';
import classes from './audit-log.module.css';

interface MemberActivityProps {
  organizationId: number;
  memberId: number;
}

const kinds = { All: [], Changes: memberChanges, Views: memberViews } as const;
const sizes = [10, 20, 30, 40, 50];

/** Who saw and changed what on a member's record. Asked for first: looking at the log is in the log as well. */
export function MemberActivity({ organizationId, memberId }: MemberActivityProps) {
  const [shown, setShown] = useState(false);
  return (
    <SectionCard
      title="Activity"
      action={
        !shown && (
          <Button variant="subtle" onClick={() => setShown(true)}>
            Show activity
          </Button>
        )
      }
    >
      {shown ? (
        <Entries organizationId={organizationId} memberId={memberId} />
      ) : (
        <p className={classes.hint}>Who of your organization saw and changed what on this record. For admins only.</p>
      )}
    </SectionCard>
  );
}

function Entries({ organizationId, memberId }: MemberActivityProps) {
  const [kind, setKind] = useState<keyof typeof kinds>('All');
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(10);
  const question = { memberId, actions: kinds[kind], page, size };
  const { data, error, isPlaceholderData, refetch } = useQuery(memberActivityQuery(organizationId, question));
  const names = { employees: new Map(), services: new Map(), thisMember: memberId };
  return (
    <>
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label="What is shown"
          data={Object.keys(kinds)}
          value={kind}
          onChange={(next) => {
            setKind(next as keyof typeof kinds);
            setPage(0);
          }}
        />
      </div>
      {data ? (
        <AuditEntries label="Activity" entries={data.content} names={names} stale={isPlaceholderData} />
      ) : error ? (
        <SectionFailure sentence={error.message} onRetry={() => void refetch()} />
      ) : (
        <AuditSkeleton />
      )}
      <div className={classes.foot}>
        <DataTableFoot
          page={page}
          size={size}
          sizes={sizes}
          total={data?.totalElements}
          onPage={setPage}
          onSize={(next) => {
            setSize(next);
            setPage(0);
          }}
        />
      </div>
    </>
  );
}
