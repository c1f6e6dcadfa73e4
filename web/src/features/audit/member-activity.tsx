import { memberChanges, memberViews } from '@kinbridge/contract/happenings';
import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageSizes } from '../../lib/lists/page-size.ts';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { usePages } from '../../ui/table/use-pages.ts';
import { memberActivityQuery } from './audit.api.ts';
import classes from './audit-log.module.css';
import { AuditPages } from './audit-pages.tsx';

interface MemberActivityProps {
  organizationId: number;
  memberId: number;
}

const kinds = { All: [], Changes: memberChanges, Views: memberViews } as const;

/** Who viewed or changed a member's record. Loads on request, because viewing the log is logged too. */
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
        <p className={classes.hint}>Who in your organization viewed or changed this record. For admins only.</p>
      )}
    </SectionCard>
  );
}

function Entries({ organizationId, memberId }: MemberActivityProps) {
  const [kind, setKind] = useState<keyof typeof kinds>('All');
  const pages = usePages('member-activity', pageSizes);
  const question = { memberId, actions: kinds[kind], page: pages.page, size: pages.size };
  const activity = useQuery(memberActivityQuery(organizationId, question));
  const names = { employees: new Map(), services: new Map(), thisMember: memberId };
  return (
    <>
      <div className="px-md pb-sm pt-0">
        <SegmentedControl
          size="xs"
          aria-label="Filter activity"
          data={Object.keys(kinds)}
          value={kind}
          onChange={(next) => {
            setKind(next as keyof typeof kinds);
            pages.onPage(0);
          }}
        />
      </div>
      <AuditPages label="Activity" result={activity} pages={pages} names={names} />
    </>
  );
}
