import { Skeleton, UnstyledButton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { loadLater } from '../../lib/load-later.tsx';
import { parseDraft, useDraft } from '../../lib/use-draft.ts';
import { IconLifebuoy } from '../../ui/icons/icons.ts';
import { PopoverLater } from '../../ui/popover/popover-later.tsx';
import classes from './contact-support.module.css';
import { supportTexts } from './support.texts.ts';
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
  // Each opening is a new card, even while the previous one fades out.
  const [opening, setOpening] = useState({ opened, number: 0 });
  if (opened !== opening.opened) setOpening({ opened, number: opening.number + (opened ? 1 : 0) });

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
          className={classes.button}
          data-contact-support
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={opened ? onClose : onOpen}
        >
          <IconLifebuoy size={18} aria-hidden="true" />
          <span className={classes.label}>{supportTexts.button}</span>
        </UnstyledButton>
      )}
    >
      <Suspense fallback={<Skeleton height={240} />}>
        <SupportCard
          key={opening.number}
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
