import { Skeleton, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { loadLater, useInteracted } from '../../lib/load-later.tsx';
import { parseDraft, useDraft } from '../../lib/use-draft.ts';
import { IconLifebuoy } from '../../ui/icons/icons.ts';
import { PopoverLater } from '../../ui/popover/popover-later.tsx';
import classes from './contact-support.module.css';
import { unreadAnswersQuery } from './support.api.ts';
import { supportTexts } from './support.texts.ts';
import type { SupportView } from './support-card.tsx';
import { emptySupportDraft } from './support-draft.ts';

const SupportCard = loadLater(async () => (await import('./support-card.tsx')).SupportCard);

interface ContactSupportProps {
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The floating button and its card. Closing it by accident, a reload or the end of a session lose nothing. */
export function ContactSupport({ opened, onOpen, onClose }: ContactSupportProps) {
  const [kept, keep] = useDraft('support');
  const draft = parseDraft(kept, emptySupportDraft);
  const unread = (useQuery({ ...unreadAnswersQuery, enabled: useInteracted() }).data ?? 0) > 0;
  const [linked, forgetLink] = useQuestionFromUrl(onOpen);
  // Each opening is a new card, even while the previous one fades out. With an unsent question, that comes first.
  const [opening, setOpening] = useState<{ opened: boolean; number: number; first: SupportView }>({
    opened,
    number: 0,
    first: 'ask',
  });
  if (opened !== opening.opened) {
    const first = linked ?? (unread && kept === '' ? 'questions' : 'ask');
    setOpening(opened ? { opened, number: opening.number + 1, first } : { ...opening, opened });
    if (!opened) forgetLink();
  }

  function close() {
    keep('');
    onClose();
  }

  return (
    <PopoverLater
      opened={opened}
      onChange={(open) => (open ? onOpen() : onClose())}
      position="top-end"
      offset={10}
      width="min(380px, calc(100vw - 32px))"
      shadow="xl"
      radius="lg"
      zIndex={150}
      withRoles={false}
      dropdown={{ className: classes.card, role: 'dialog', 'aria-label': supportTexts.button }}
      button={(autoFocus) => (
        <UnstyledButton
          autoFocus={autoFocus}
          className={`gap-xs row text-sm bold sheet bordered-strong pinned hover ${classes.button}`}
          data-contact-support
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={opened ? onClose : onOpen}
        >
          <IconLifebuoy className="link" size={18} aria-hidden="true" />
          <span className="phone-unseen">{supportTexts.button}</span>
          {unread && <span className={classes.unread} role="img" aria-label={supportTexts.unread} />}
        </UnstyledButton>
      )}
    >
      <Suspense fallback={<Skeleton height={240} />}>
        <SupportCard
          key={opening.number}
          first={opening.first}
          draft={draft}
          // A changed question is a new message, so it gets a new key.
          onChange={(change) => keep(JSON.stringify({ ...draft, ...change, idempotencyKey: newIdempotencyKey() }))}
          onSent={() => keep('')}
          onClose={close}
        />
      </Suspense>
    </PopoverLater>
  );
}

/** The question that an email's link names, `?support=12`, until forgotten. It opens the card and leaves the address. */
function useQuestionFromUrl(onOpen: () => void): [id: number | null, forget: () => void] {
  const [params, setParams] = useSearchParams();
  const named = params.get('support');
  const [linked, setLinked] = useState<number | null>(null);
  const open = useEffectEvent((id: number) => {
    setLinked(id);
    setParams(
      (current) => {
        current.delete('support');
        return current;
      },
      { replace: true },
    );
    onOpen();
  });
  useEffect(() => {
    if (named !== null && /^[1-9]\d{0,14}$/.test(named)) open(Number(named));
  }, [named]);
  return [linked, () => setLinked(null)];
}
