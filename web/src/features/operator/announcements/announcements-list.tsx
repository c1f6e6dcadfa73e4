import type { Announcement } from '@kinbridge/contract/operator/operator-announcements.contract';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/dates.ts';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { PageSkeleton } from '../../../ui/page/page-skeleton.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { SectionFailure } from '../../../ui/section/section-failure.tsx';
import { SectionMessage } from '../../../ui/section/section-message.tsx';
import { DataTableFooter } from '../../../ui/table/data-table-footer.tsx';
import classes from '../operator-table.module.css';
import { announcementsQuery, useAnnouncementStep } from './announcements.api.ts';

const sizes = [20, 50];
const states = { DRAFT: 'Draft', PUBLISHED: 'Published', ENDED: 'Ended' };

/** All announcements: publish a draft, end one that is shown. */
export function AnnouncementsList() {
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(20);
  const { data, error, refetch } = useQuery(announcementsQuery(page, size));
  const step = useAnnouncementStep();
  return (
    <SectionCard title="Announcements" count={data?.totalElements}>
      {step.error && <CallFailure title="We couldn't change the announcement" error={step.error} />}
      {!data && (error ? <SectionFailure sentence={error.message} onRetry={() => void refetch()} /> : <PageSkeleton />)}
      {data?.totalElements === 0 && <SectionMessage>Announcements that you write appear here.</SectionMessage>}
      {data && data.totalElements > 0 && (
        <>
          <div className={classes.scroll}>
            <table className={classes.table} aria-label="Announcements">
              <thead>
                <tr>
                  <th scope="col">Text</th>
                  <th scope="col">State</th>
                  <th scope="col">Actions</th>
                </tr>
              </thead>
              <tbody>
                {data.content.map((announcement) => (
                  <Row key={announcement.id} announcement={announcement} onStep={step.mutate} />
                ))}
              </tbody>
            </table>
          </div>
          <DataTableFooter
            page={page}
            size={size}
            sizes={sizes}
            total={data.totalElements}
            onPage={setPage}
            onSize={(next) => {
              setSize(next);
              setPage(0);
            }}
            fixedRows
          />
        </>
      )}
    </SectionCard>
  );
}

interface RowProps {
  announcement: Announcement;
  onStep: ReturnType<typeof useAnnouncementStep>['mutate'];
}

function Row({ announcement, onStep }: RowProps) {
  const { id, version, body, severity, state, publishTimestamp, endTimestamp } = announcement;
  return (
    <tr>
      <td>
        <strong>{severity === 'WARNING' ? 'Warning' : 'Information'}:</strong> {body}
      </td>
      <td>
        {states[state]}
        <Text span className={classes.recent}>
          {publishTimestamp && `From ${formatDateTime(publishTimestamp)}`}
          {endTimestamp && ` to ${formatDateTime(endTimestamp)}`}
        </Text>
      </td>
      <td>
        <Group gap={8} wrap="nowrap">
          {state === 'DRAFT' && <Button onClick={() => onStep({ id, version, step: 'publish' })}>Publish</Button>}
          {state !== 'ENDED' && (
            <Button variant="default" onClick={() => onStep({ id, version, step: 'end' })}>
              {state === 'DRAFT' ? 'Discard' : 'End'}
            </Button>
          )}
        </Group>
      </td>
    </tr>
  );
}
