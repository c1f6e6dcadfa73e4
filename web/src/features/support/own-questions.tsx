import { Button, Group, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { SectionFailure } from '../../ui/section/section-failure.tsx';
import classes from './own-questions.module.css';
import { ownQuestionsQuery } from './support.api.ts';
import { ownQuestionTexts, supportStateTexts, supportTexts } from './support.texts.ts';

/** The person's questions with their states, newest first. */
export function OwnQuestions({ onOpen, onAsk }: { onOpen: (id: number) => void; onAsk: () => void }) {
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQuery(ownQuestionsQuery(page));
  return (
    <Stack gap={14}>
      <Title order={2} tabIndex={-1} data-autofocus>
        {ownQuestionTexts.title}
      </Title>
      {!data && error && <SectionFailure sentence={ownQuestionTexts.failure} onRetry={refetch} />}
      {!data && !error && <Skeleton height={160} />}
      {data?.totalElements === 0 && <Text c="dimmed">{ownQuestionTexts.empty}</Text>}
      {data && data.totalElements > 0 && (
        <ul className="list box ruled">
          {data.content.map(({ id, feedback, state, unread, createTimestamp }) => (
            <li key={id}>
              <UnstyledButton className={classes.question} onClick={() => onOpen(id)}>
                <span className="cut">{feedback}</span>
                <span className="text-xs dimmed">
                  {unread ? <strong className="link">{supportTexts.unread}</strong> : supportStateTexts[state]}
                  {` · ${formatDate(createTimestamp)}`}
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      <Group gap={8} justify="space-between">
        {data && data.totalPages > 1 ? (
          <Group gap={8}>
            <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
              Newer
            </Button>
            <Button variant="default" disabled={page + 1 >= data.totalPages} onClick={() => setPage(page + 1)}>
              Older
            </Button>
          </Group>
        ) : (
          <span />
        )}
        <Button onClick={onAsk}>{ownQuestionTexts.ask}</Button>
      </Group>
    </Stack>
  );
}
