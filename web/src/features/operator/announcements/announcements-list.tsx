import type { Announcement } from '@kinbridge/contract/operator/operator-announcements.contract';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatDateTime } from '../../../lib/dates.ts';
import { loadLater, usePreload } from '../../../lib/load-later.tsx';
import { hasKeptEdit } from '../../../lib/use-kept-edit.ts';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import plain from '../../../ui/table/plain-table.module.css';
import { usePages } from '../../../ui/table/use-pages.ts';
import classes from '../operator-table.module.css';
import { announcementDraft, announcementsQuery, useAnnouncementStep } from './announcements.api.ts';

const EditAnnouncementDialog = loadLater(
  async () => (await import('./edit-announcement-dialog.tsx')).EditAnnouncementDialog,
);

const states = { DRAFT: 'Draft', PUBLISHED: 'Published', ENDED: 'Ended' };

/** All announcements: edit and publish a draft, end one that is shown. */
export function AnnouncementsList() {
  const pages = usePages('operator-announcements', [20, 50]);
  const list = useQuery(announcementsQuery(pages.page, pages.size));
  const step = useAnnouncementStep();
  const [edited, setEdited] = useState<Announcement | null>();
  // A dialog that was left with unsaved text opens on its own.
  if (edited === undefined && list.data) setEdited(list.data.content.find(wasLeft) ?? null);
  usePreload(EditAnnouncementDialog);
  return (
    <SectionCard title="Announcements" count={list.data?.totalElements}>
      {step.error && <CallFailure title="We couldn't change the announcement" error={step.error} />}
      <PagedRows list={list} pages={pages} empty="Announcements that you write appear here.">
        {(rows) => (
          <div className={classes.scroll}>
            <table className={`${plain.table} ${classes.table} ${classes.stacked}`} aria-label="Announcements">
              <thead>
                <tr>
                  <th scope="col">Text</th>
                  <th scope="col">State</th>
                  <th scope="col">Actions</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((announcement) => (
                  <Row key={announcement.id} announcement={announcement} onStep={step.mutate} onEdit={setEdited} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </PagedRows>
      <Suspense>{edited && <EditAnnouncementDialog announcement={edited} onClose={() => setEdited(null)} />}</Suspense>
    </SectionCard>
  );
}

function wasLeft({ id, state }: Announcement): boolean {
  return state === 'DRAFT' && hasKeptEdit(announcementDraft(id));
}

interface RowProps {
  announcement: Announcement;
  onStep: ReturnType<typeof useAnnouncementStep>['mutate'];
  onEdit: (announcement: Announcement) => void;
}

function Row({ announcement, onStep, onEdit }: RowProps) {
  const { id, version, body, severity, state, publishTimestamp, endTimestamp } = announcement;
  return (
    <tr>
      <td>
        <strong>{severity === 'WARNING' ? 'Warning' : 'Information'}:</strong> {body}
      </td>
      <td>
        {states[state]}
        <Text span className="block text-xs dimmed">
          {publishTimestamp && `From ${formatDateTime(publishTimestamp)}`}
          {endTimestamp && `${publishTimestamp ? ' to' : 'Until'} ${formatDateTime(endTimestamp)}`}
        </Text>
      </td>
      <td>
        <Group gap={8} wrap="nowrap">
          {state === 'DRAFT' && <Button onClick={() => onStep({ id, version, step: 'publish' })}>Publish</Button>}
          {state === 'DRAFT' && (
            <Button variant="default" onClick={() => onEdit(announcement)}>
              Edit
            </Button>
          )}
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
