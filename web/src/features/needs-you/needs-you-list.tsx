import type { NeedsYouItem } from '@kinbridge/contract/needs-you/needs-you.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Anchor, Button, VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { organizationOf } from '../../lib/current-user.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { useTicketLinks } from '../../lib/lists/ticket-url.ts';
import { notifyError } from '../../ui/notices/notices.tsx';
import { ActionRow, ActionRows } from '../../ui/section/action-rows.tsx';
import { itemKey, useDone } from './needs-you.api.ts';
import classes from './needs-you.module.css';
import { actions, doneHint, needsYouTexts, sentenceOf } from './needs-you.texts.ts';

/** What waits for a person: each with a button that handles it, and Done. */
export function NeedsYouList({ user, items }: { user: User; items: NeedsYouItem[] }) {
  const done = useDone(user.id);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLDivElement>(null);

  function finish(item: NeedsYouItem) {
    done.mutate(item, {
      onSuccess: () => {
        setSaid(needsYouTexts.doneSaid(items.length - 1));
        // Its row goes, with the button that had focus.
        list.current?.focus();
      },
      onError: ({ message }) => notifyError(`${needsYouTexts.doneFailed} ${message}`),
    });
  }

  return (
    // Focus must stay in the list when a row goes.
    <div ref={list} tabIndex={-1} className={classes.list}>
      <ActionRows>
        {items.map((item) => (
          <Item
            key={itemKey(item)}
            item={item}
            ownId={organizationOf(user)}
            finishing={done.isPending && done.variables === item}
            onDone={() => finish(item)}
          />
        ))}
      </ActionRows>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}

interface ItemProps {
  item: NeedsYouItem;
  ownId: number;
  finishing: boolean;
  onDone: () => void;
}

function Item({ item, ownId, finishing, onDone }: ItemProps) {
  const links = useTicketLinks();
  const { serviceRequest, member, kind } = item;
  const hint = doneHint(item);
  const record = serviceRequest ? `#${serviceRequest.id}` : fullName(member);
  const action = serviceRequest ? actions[kind] : null;
  return (
    <ActionRow
      actions={
        <>
          {serviceRequest && action ? (
            <Button
              component="a"
              variant="light"
              aria-label={`${action.label}, ${record}`}
              {...links(serviceRequest.id, action.more)}
            >
              {action.label}
            </Button>
          ) : (
            <Button component={Link} to={`/members/${member?.id}`} variant="light" aria-label={`Review ${record}`}>
              Review
            </Button>
          )}
          <Button variant="default" loading={finishing} onClick={onDone} aria-label={needsYouTexts.doneWith(record)}>
            {needsYouTexts.done}
          </Button>
        </>
      }
    >
      <span className={`medium ${classes.sentence}`}>{sentenceOf(item, ownId)}</span>
      <span className="text-sm dimmed">
        {serviceRequest ? (
          <>
            <Anchor fz="inherit" {...links(serviceRequest.id)}>
              {record}
            </Anchor>{' '}
            {serviceRequest.service.name} for {fullName(serviceRequest.patient)}
          </>
        ) : (
          <Anchor component={Link} fz="inherit" to={`/members/${member.id}`}>
            {record}
          </Anchor>
        )}
        {' · '}
        <time dateTime={item.since}>{formatDateTime(item.since)}</time>
      </span>
      {hint && <span className={`text-xs dimmed ${classes.sentence}`}>{hint}</span>}
    </ActionRow>
  );
}
