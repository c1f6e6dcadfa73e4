import type { SystemState } from '@kinbridge/contract/operator/operator-system.contract';
import { counted, inNumbers } from '@kinbridge/contract/shared/counted';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Facts } from '../../../ui/section/facts.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { SectionMessage } from '../../../ui/section/section-message.tsx';
import { ageOf } from './age-of.ts';
import { Inside } from './inside.tsx';

/** What waits: jobs, texts and questions. */
export function SystemNow({ system: { jobs, questions, workers, textsPausedSince } }: { system: SystemState }) {
  const now = useNow();
  return (
    <SectionCard title="Now">
      <Inside>
        <Facts
          plain
          label="Now"
          facts={[
            { label: 'Jobs waiting', value: inNumbers(jobs.waiting + jobs.running) },
            { label: 'Jobs to try again', value: inNumbers(jobs.retrying) },
            { label: 'Failed jobs', value: inNumbers(jobs.failed) },
            { label: 'Oldest waiting job', value: jobs.waiting === 0 ? null : counted(jobs.oldestSeconds, 'second') },
            { label: 'Workers', value: inNumbers(workers) },
            {
              label: 'Text provider',
              value: textsPausedSince ? `Failing since ${formatDateTime(textsPausedSince)}` : 'Working',
            },
            {
              label: 'Open questions',
              value: (
                <Anchor component={Link} to="/operator/support" fz="inherit">
                  {inNumbers(questions.open)}
                </Anchor>
              ),
            },
            {
              label: 'Oldest open question',
              value: questions.oldestTimestamp && ageOf(questions.oldestTimestamp, now),
            },
          ]}
        />
      </Inside>
      {workers === 0 && <SectionMessage>No worker is running, so nothing is sent. Start one.</SectionMessage>}
    </SectionCard>
  );
}
