import type { DeskQuestion } from '@kinbridge/contract/operator/operator-support.contract';
import { type SupportState, supportStates } from '@kinbridge/contract/support/support.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Anchor, Checkbox, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/dates.ts';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { usePages } from '../../../ui/table/use-pages.ts';
import { supportStateTexts } from '../support.texts.ts';
import { type DeskFilter, deskQuestionsQuery } from './desk.api.ts';
import { deskTexts } from './desk.texts.ts';
import classes from './desk-list.module.css';

/** Support questions, those that wait longest first. */
export function DeskList() {
  const [filter, setFilter] = useState<DeskFilter>({ state: '', mine: false });
  const pages = usePages('support-questions', [20, 50, 100]);
  const list = useQuery(deskQuestionsQuery(filter, pages.page, pages.size));

  function narrow(next: DeskFilter) {
    setFilter(next);
    pages.onPage(0);
  }

  return (
    <SectionCard title={deskTexts.title} count={list.data?.totalElements}>
      <div className={`gap-md px-md pb-14 pt-10 border-top row wrap ${classes.filters}`}>
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
      <PagedRows list={list} pages={pages} empty={deskTexts.empty}>
        {(questions) => <Questions questions={questions} />}
      </PagedRows>
    </SectionCard>
  );
}

function Questions({ questions }: { questions: DeskQuestion[] }) {
  return (
    <ul className="list">
      {questions.map(({ id, feedback, state, stateTimestamp, asker, organization, assignee }) => (
        <li key={id} className="gap-2 px-md py-xs border-top column hover">
          <Anchor component={Link} to={`/operator/support/${id}`} className="cut">
            {feedback}
          </Anchor>
          <span className="text-xs dimmed anywhere">
            <strong>{supportStateTexts[state]}</strong> since {formatDateTime(stateTimestamp)} ·{' '}
            {asker ? fullName(asker) : deskTexts.member}
            {organization && `, ${organization.name}`} · Assigned to {assignee ? fullName(assignee) : 'nobody'}
          </span>
        </li>
      ))}
    </ul>
  );
}
