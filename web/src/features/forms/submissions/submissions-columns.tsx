import type { Submission } from '@kinbridge/contract/forms/form-answers.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { formatDate, formatTime } from '../../../lib/dates.ts';
import { IconBan } from '../../../ui/icons/later-icons.ts';
import { CutText } from '../../../ui/table/cut-text.tsx';
import type { Column, FocusProps } from '../../../ui/table/data-table-columns.ts';
import { NarrowRow } from '../../../ui/table/narrow-row.tsx';
import { pausedTitle } from './paused-services.tsx';
import type { AskedQuestion } from './submission-questions.ts';
import type { SubmissionSortField } from './submissions.api.ts';
import classes from './submissions.module.css';

/** Uploaded answers and those of deleted members may have no person. */
export function whoAnswered({ user, data }: Submission): string {
  const { userFirstName, userLastName } = data;
  const stated = [userFirstName, userLastName].filter((name) => typeof name === 'string').join(' ');
  return user ? fullName(user) : stated || 'Unknown person';
}

interface ColumnsOptions {
  questions: readonly AskedQuestion[];
  read: (submission: Submission, key: string) => string;
  onOpen: (submission: Submission) => void;
}

export function submissionColumns({
  questions,
  read,
  onOpen,
}: ColumnsOptions): Column<Submission, SubmissionSortField>[] {
  return [
    {
      key: 'when',
      title: 'When',
      width: 192,
      sort: 'createTimestamp',
      startsFalling: true,
      rigid: true,
      render: (submission, focus) => <When submission={submission} focus={focus} onOpen={onOpen} />,
    },
    {
      key: 'who',
      title: 'Who',
      width: 150,
      sort: 'lastName',
      render: (submission) =>
        submission.user ? (
          <Anchor component={Link} to={`/members/${submission.user.id}`} className={classes.link}>
            <CutText>{whoAnswered(submission)}</CutText>
          </Anchor>
        ) : (
          <span className="dimmed">{whoAnswered(submission)}</span>
        ),
    },
    {
      key: 'version',
      title: 'Version',
      width: 78,
      sort: 'version',
      startsFalling: true,
      rigid: true,
      render: ({ version }) => `V.${version}`,
    },
    ...questions.map(({ key, title }) => ({
      key: `question ${key}`,
      title,
      width: 190,
      render: (submission: Submission) => {
        const text = read(submission, key);
        return text ? <CutText>{text}</CutText> : <span className="dimmed">–</span>;
      },
    })),
  ];
}

interface WhenProps {
  submission: Submission;
  focus: FocusProps;
  onOpen: (submission: Submission) => void;
}

function When({ submission, focus, onOpen }: WhenProps) {
  const { createTimestamp } = submission;
  const when = `${formatDate(createTimestamp)}, ${formatTime(createTimestamp)}`;
  return (
    <div className="row">
      <Anchor
        component="button"
        type="button"
        className={classes.link}
        aria-label={`Answer of ${whoAnswered(submission)}, ${when}`}
        onClick={() => onOpen(submission)}
        {...focus}
      >
        {when}
      </Anchor>
      <PausedMark submission={submission} />
    </div>
  );
}

/** An answer that asked for a paused service needs a person. */
function PausedMark({ submission }: { submission: Submission }) {
  const { pausedServices } = submission;
  if (pausedServices.length === 0) return null;
  return <IconBan size={14} className={classes.paused} role="img" aria-label={pausedTitle(pausedServices)} />;
}

/** A row on a phone: person and time; a tap shows the answers. */
export function NarrowSubmission({ submission, focus, onOpen }: WhenProps) {
  return (
    <NarrowRow
      title={
        <Anchor component="button" type="button" className={classes.link} onClick={() => onOpen(submission)} {...focus}>
          {whoAnswered(submission)}
        </Anchor>
      }
      second={
        <>
          {formatDate(submission.createTimestamp)}, {formatTime(submission.createTimestamp)} · V.{submission.version}
          <PausedMark submission={submission} />
        </>
      }
      opens
    />
  );
}
