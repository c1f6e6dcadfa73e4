import type { MassMessage } from '@kinbridge/contract/mass-messages/mass-messages.contract';
import type { SmsState } from '@kinbridge/contract/messages/messages.contract';
import { inNumbers } from '@kinbridge/contract/shared/counted';
import { readableReason } from '@kinbridge/contract/sms/sms-blocked-reasons';
import { fullName } from '@kinbridge/contract/users/full-name';
import { ActionIcon, Anchor, SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { lastPageOf } from '../../lib/lists/page-size.ts';
import { IconChevronLeft, IconChevronRight } from '../../ui/icons/icons.ts';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { massMessageRecipientsQuery, recipientPageSize } from './mass-messages.api.ts';

/** The states that may need action. */
const listed = { failed: 'Failed', unknown: 'Unknown', skipped: 'Skipped' } as const satisfies Partial<
  Record<SmsState, string>
>;
type Listed = keyof typeof listed;

const explanations: Record<Listed, string> = {
  failed: "These texts weren't sent or didn't arrive.",
  unknown: 'These texts may or may not have arrived. Kinbridge won’t resend them unless you do.',
  skipped: "These people were selected but can't receive texts.",
};
const stoppedExplanation = "These people can't receive texts, or the message was stopped before it went to them.";

/** The people who didn't get it, and why. */
export function MassMessageRecipients({ massMessage, action }: { massMessage: MassMessage; action: ReactNode }) {
  const { counts } = massMessage;
  const states = (Object.keys(listed) as Listed[]).filter((state) => counts[state] > 0);
  const [chosen, setChosen] = useState<Listed | null>(null);
  const state = chosen && states.includes(chosen) ? chosen : states[0];
  if (!state) {
    return (
      <SectionCard title="Who didn't get it">
        <p className="m-0 empty-note">No one so far.</p>
      </SectionCard>
    );
  }
  return (
    <SectionCard title="Who didn't get it" action={action}>
      <div className="border-top px-md py-sm column items-start gap-xs">
        {states.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Outcome"
            data={states.map((value) => ({ value, label: `${listed[value]} ${inNumbers(counts[value])}` }))}
            value={state}
            onChange={(value) => setChosen(value as Listed)}
          />
        )}
        <p className="m-0 dimmed">
          {state === 'skipped' && massMessage.stopped > 0 ? stoppedExplanation : explanations[state]}
        </p>
      </div>
      <List key={state} id={massMessage.id} state={state} count={counts[state]} />
    </SectionCard>
  );
}

function List({ id, state, count }: { id: number; state: Listed; count: number }) {
  const [page, setPage] = useState(0);
  const last = lastPageOf(count, recipientPageSize);
  const shown = Math.min(page, last);
  const { data, error } = useQuery(massMessageRecipientsQuery(id, state, shown, count));
  if (error && !data) return <p className="m-0 empty-note">Something went wrong. Please try again later.</p>;
  if (!data) return <Skeleton height={114} m={16} />;
  return (
    <>
      <ul className="list">
        {data.content.map((person) => (
          <li key={person.id} className="gap-2 px-md py-xs gap-x-sm border-top flex wrap items-baseline min-h-38">
            <Anchor
              component={Link}
              to={person.userType === 'PATIENT' ? `/members/${person.id}` : `/employees/${person.id}`}
              className="text-sm bold anywhere"
            >
              {fullName(person)}
            </Anchor>
            <span className="dimmed">{person.reason && readableReason(person.reason)}</span>
          </li>
        ))}
      </ul>
      {last > 0 && (
        <nav className="gap-6 px-sm py-6 border-top row justify-end numbers" aria-label="Pages">
          <span role="status">
            {shown + 1} / {last + 1}
          </span>
          <ActionIcon aria-label="Previous page" disabled={shown === 0} onClick={() => setPage(shown - 1)}>
            <IconChevronLeft size={18} />
          </ActionIcon>
          <ActionIcon aria-label="Next page" disabled={shown >= last} onClick={() => setPage(shown + 1)}>
            <IconChevronRight size={18} />
          </ActionIcon>
        </nav>
      )}
    </>
  );
}
