import type { DeskQuestion } from '@kinbridge/contract/operator/operator-support.contract';
import { type SupportState, supportStates } from '@kinbridge/contract/support/support.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Anchor, Checkbox, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/dates.ts';
import { PageSkeleton } from '../../../ui/page/page-skeleton.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { SectionFailure } from '../../../ui/section/section-failure.tsx';
import { SectionMessage } from '../../../ui/section/section-message.tsx';
import { DataTableFooter } from '../../../ui/table/data-table-footer.tsx';
import { supportStateTexts } from '../support.texts.ts';
import { type DeskFilter, deskQuestionsQuery } from './desk.api.ts';
import { deskTexts } from './desk.texts.ts';
import classes from './desk-list.module.css';

const sizes = [20, 50, 100];

/** Support questions, those that wait longest first. */
export function DeskList() {
  const [filter, setFilter] = useState<DeskFilter>({ state: '', mine: false });
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(20);
  const { data, error, refetch } = useQuery(deskQuestionsQuery(filter, page, size));

  function narrow(next: DeskFilter) {
    setFilter(next);
    setPage(0);
  }

  return (
    <SectionCard title={deskTexts.title} count={data?.totalElements}>
      <div className={classes.filters}>
        <Select
          label="State"
          placeholder={deskTexts.all}
          clearable
          data={supportStates.map((state) => ({ value: state, label: supportStateTexts[state] }))}
          value={filter.state || null}
          onChange={(state) => narrow({ ...filter, state: (state ?? '') as SupportState | '' })}
        />
        <Checkbox
          label="Assigned to me"
          checked={filter.mine}
          onChange={(event) => narrow({ ...filter, mine: event.currentTarget.checked })}
        />
      </div>
      {data ? (
        <Questions questions={data.content} />
      ) : error ? (
        <SectionFailure sentence={error.message} onRetry={() => void refetch()} />
      ) : (
        <PageSkeleton />
      )}
      {data && data.totalElements > 0 && (
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
      )}
    </SectionCard>
  );
}

function Questions({ questions }: { questions: DeskQuestion[] }) {
  if (questions.length === 0) return <SectionMessage>{deskTexts.empty}</SectionMessage>;
  return (
    <ul className={classes.list}>
      {questions.map(({ id, feedback, state, stateTimestamp, asker, organization, assignee }) => (
        <li key={id} className={classes.question}>
          <Anchor component={Link} to={`/operator/support/${id}`} className={classes.text}>
            {feedback}
          </Anchor>
          <span className={classes.meta}>
            <strong>{supportStateTexts[state]}</strong> since {formatDateTime(stateTimestamp)} ·{' '}
            {asker ? fullName(asker) : deskTexts.member}
            {organization && `, ${organization.name}`} · Assigned to {assignee ? fullName(assignee) : 'nobody'}
          </span>
        </li>
      ))}
    </ul>
  );
}
