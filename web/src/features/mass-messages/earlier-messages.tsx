import { inNumbers } from '@kinbridge/contract/shared/counted';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/dates.ts';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { addressed, isUnderWay, massMessagesQuery } from './mass-messages.api.ts';
import classes from './mass-messaging.module.css';
import { massMessagingTexts, people } from './mass-messaging.texts.ts';

const shown = 5;

/** The latest mass messages, each with a link to its progress. Renders nothing if there are none. */
export function EarlierMessages() {
  const { data } = useQuery(massMessagesQuery(shown));
  if (!data || data.content.length === 0) return null;
  return (
    <SectionCard title={massMessagingTexts.earlier} count={data.totalElements}>
      <ul className={`list ${classes.earlier}`}>
        {data.content.map((massMessage) => (
          <li key={massMessage.id} className="gap-md px-md py-xs border-top flex items-baseline min-h-38">
            <Anchor component={Link} to={`/mass-messaging/${massMessage.id}`} className={classes.earlierMessage}>
              {massMessage.message}
            </Anchor>
            <span className="fixed text-xs numbers dimmed">
              {formatDateTime(massMessage.createTimestamp)} · {people(addressed(massMessage))}
              {isUnderWay(massMessage) && ' · sending'}
              {massMessage.stoppedTimestamp !== null && ` · ${inNumbers(massMessage.stopped)} stopped`}
              {massMessage.counts.failed > 0 && ` · ${inNumbers(massMessage.counts.failed)} failed`}
            </span>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
