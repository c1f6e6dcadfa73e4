import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { IconClipboardList, IconClipboardText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatDate } from '../../../lib/dates.ts';
import { SectionCard } from '../../../ui/section-card.tsx';
import { SectionFailure } from '../../../ui/section-failure.tsx';
import { surveyTexts } from '../surveys.texts.ts';
import { memberSurveysQuery } from './member-surveys.api.ts';
import classes from './member-surveys.module.css';

const AssignSurveyDialog = lazy(async () => ({
  default: (await import('./assign-survey-dialog.tsx')).AssignSurveyDialog,
}));
const ScreeningDialog = lazy(async () => ({ default: (await import('./screening-dialog.tsx')).ScreeningDialog }));
const MemberAnswerDialog = lazy(async () => ({
  default: (await import('./member-answer-dialog.tsx')).MemberAnswerDialog,
}));

export interface SurveyedMember {
  id: number;
  firstName: string;
  lastName: string;
  /** Why no text reaches the member, if none does. */
  smsBlockedReason?: string | undefined;
}

interface MemberSurveysProps {
  member: SurveyedMember;
  /** Asks for services that an answer said yes to. */
  onRequest: (serviceIds: number[]) => void;
  /** A screening may have created requests. */
  onAnswered: () => void;
}

/** Specification §2: the surveys of a member, with Assign New Survey and New Member Screening. */
export function MemberSurveys({ member, onRequest, onAnswered }: MemberSurveysProps) {
  const { data: surveys, error, refetch } = useQuery(memberSurveysQuery(member.id));
  const [open, setOpen] = useState<'assign' | 'screening' | number | null>(null);
  const close = () => setOpen(null);
  return (
    <SectionCard
      title="Member Surveys"
      count={surveys?.length}
      action={
        <>
          <Button
            variant="subtle"
            leftSection={<IconClipboardText size={16} stroke={1.8} />}
            onClick={() => setOpen('screening')}
          >
            New Member Screening
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconClipboardList size={16} stroke={1.8} />}
            onClick={() => setOpen('assign')}
          >
            Assign New Survey
          </Button>
        </>
      }
    >
      {surveys && surveys.length > 0 && (
        <div className={classes.container}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Survey ID</th>
                <th scope="col">Title</th>
                <th scope="col">Version</th>
                <th scope="col">Created</th>
              </tr>
            </thead>
            <tbody>
              {surveys.map(({ id, surveyId, title, version, createTimestamp, answerId }) => (
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
                    <strong>{title.trim() || 'Untitled'}</strong>
                    <span className={classes.version}>V.{version}</span>
                    {answerId === null && <span className={classes.waiting}>Not answered yet</span>}
                  </td>
                  <td>V.{version}</td>
                  <td>{formatDate(createTimestamp)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {surveys?.length === 0 && <Text className={classes.word}>No surveys yet.</Text>}
      {!surveys && !error && <RowSkeletons />}
      {!surveys && error && (
        <SectionFailure
          error={new Error(`${surveyTexts.notRetrieved}. ${error.message}`)}
          onRetry={() => void refetch()}
        />
      )}
      <Suspense>
        {open === 'assign' && <AssignSurveyDialog member={member} onClose={close} />}
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

/** Rows of the height that is to come. */
function RowSkeletons() {
  return (
    <div aria-busy="true" className={classes.skeletons}>
      {[48, 36, 42].map((width) => (
        <div key={width}>
          <Skeleton height={10} width={34} radius="sm" />
          <Skeleton height={10} width={`${width}%`} radius="sm" />
          <Skeleton height={10} width={70} radius="sm" ml="auto" />
        </div>
      ))}
    </div>
  );
}
