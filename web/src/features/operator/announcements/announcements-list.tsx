import type { Announcement } from '@kinbridge/contract/operator/operator-announcements.contract';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../lib/dates.ts';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { usePages } from '../../../ui/table/use-pages.ts';
import classes from '../operator-table.module.css';
import { announcementsQuery, useAnnouncementStep } from './announcements.api.ts';

const states = { DRAFT: 'Draft', PUBLISHED: 'Published', ENDED: 'Ended' };

/** All announcements: publish a draft, end one that is shown. */
export function AnnouncementsList() {
  const pages = usePages('operator-announcements', [20, 50]);
  const list = useQuery(announcementsQuery(pages.page, pages.size));
  const step = useAnnouncementStep();
  return (
    <SectionCard title="Announcements" count={list.data?.totalElements}>
      {step.error && <CallFailure title="We couldn't change the announcement" error={step.error} />}
      <PagedRows list={list} pages={pages} empty="Announcements that you write appear here.">
        {(rows) => (
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
                {rows.map((announcement) => (
                  <Row key={announcement.id} announcement={announcement} onStep={step.mutate} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </PagedRows>
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
