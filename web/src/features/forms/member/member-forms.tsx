import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatDate } from '../../../lib/dates.ts';
import { loadLater } from '../../../lib/load-later.tsx';
import { isResumed } from '../../../lib/resumed.ts';
import { IconClipboardList, IconClipboardText } from '../../../ui/icons/later-icons.ts';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { SectionTable } from '../../../ui/section/section-table.tsx';
import { formsTexts } from '../forms.texts.ts';
import type { FormMember } from './form-member.ts';
import { memberFormsQuery } from './member-forms.api.ts';
import classes from './member-forms.module.css';
import { readScreening } from './screening-draft.ts';

const AssignFormDialog = loadLater(async () => (await import('./assign-form-dialog.tsx')).AssignFormDialog);
const ScreeningDialog = loadLater(async () => (await import('./screening-dialog.tsx')).ScreeningDialog);
const MemberAnswerDialog = loadLater(async () => (await import('./member-answer-dialog.tsx')).MemberAnswerDialog);

interface MemberFormsProps {
  member: FormMember;
  /** Requests the services that an answer said yes to. */
  onRequest: (serviceIds: number[]) => void;
  /** A screening may have created requests. */
  onAnswered: () => void;
}

/** Specification §2: a member's surveys, with Assign New Survey and New Member Screening. */
export function MemberForms({ member, onRequest, onAnswered }: MemberFormsProps) {
  const { data: surveys, error, refetch } = useQuery(memberFormsQuery(member.id));
  const [open, setOpen] = useState<'assign' | 'screening' | number | null>(() =>
    isResumed() && readScreening(member.id) ? 'screening' : null,
  );
  const close = () => setOpen(null);
  return (
    <SectionCard
      title="Member Surveys"
      count={surveys?.length}
      action={
        <>
          <Button variant="subtle" leftSection={<IconClipboardText />} onClick={() => setOpen('screening')}>
            New Member Screening
          </Button>
          <Button variant="subtle" leftSection={<IconClipboardList />} onClick={() => setOpen('assign')}>
            Assign New Survey
          </Button>
        </>
      }
    >
      <SectionTable
        columns={['Survey ID', 'Title', 'Version', 'Created']}
        rows={surveys}
        failure={error ? `${formsTexts.notRetrieved}. ${error.message}` : undefined}
        onRetry={() => void refetch()}
        empty="No surveys yet."
        className={classes.table}
      >
        {({ id, surveyId, title, version, createTimestamp, answerId }) => (
          <tr key={`${id} ${answerId}`}>
            <td>
              {answerId === null ? (
                `#${surveyId}`
              ) : (
                <Anchor
                  component="button"
                  type="button"
                  fz="inherit"
                  fw={600}
                  aria-label={`Answers to #${surveyId} ${title || 'Untitled'}, ${formatDate(createTimestamp)}`}
                  onClick={() => setOpen(answerId)}
                >
                  #{surveyId}
                </Anchor>
              )}
            </td>
            <td title={title}>
              <strong className="bold">{title.trim() || 'Untitled'}</strong>
              <span className={classes.version}>V.{version}</span>
              {answerId === null && <span className={`dimmed ${classes.waiting}`}>Not answered yet</span>}
            </td>
            <td>V.{version}</td>
            <td>{formatDate(createTimestamp)}</td>
          </tr>
        )}
      </SectionTable>
      <Suspense>
        {open === 'assign' && <AssignFormDialog member={member} onClose={close} />}
        {open === 'screening' && <ScreeningDialog member={member} onClose={close} onAnswered={onAnswered} />}
        {typeof open === 'number' && (
          <MemberAnswerDialog
            answerId={open}
            onClose={close}
            onRequest={(serviceIds) => {
              close();
              onRequest(serviceIds);
            }}
          />
        )}
      </Suspense>
    </SectionCard>
  );
}
