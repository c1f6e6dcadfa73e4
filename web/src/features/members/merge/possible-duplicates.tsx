import type { PossibleDuplicate } from '@kinbridge/contract/members/merges.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { formatBirthday } from '../../../lib/dates.ts';
import { formatPhoneNumber } from '../../../lib/format-phone-number.ts';
import { loadLater } from '../../../lib/load-later.tsx';
import { IconGitMerge } from '../../../ui/icons/later-icons.ts';
import { notifyError } from '../../../ui/notices/notices.tsx';
import { notifyUndoable } from '../../../ui/notices/undo-notice.tsx';
import { ActionRow, ActionRows } from '../../../ui/section/action-rows.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { duplicatesQuery, useDismissDuplicate } from './merges.api.ts';
import { mergeTexts } from './merges.texts.ts';

const MergeDialog = loadLater(async () => (await import('./merge-dialog.tsx')).MergeDialog);

/** Records that may be the same person, with the reason. Renders nothing if there are none. */
export function PossibleDuplicates({ member }: { member: User }) {
  // Only a hint: the page works without it, so a failure isn't reported.
  const { data, isPending } = useQuery(duplicatesQuery(member.id));
  const [comparedId, setComparedId] = useState<number | null>(null);
  const compared = data?.duplicates.find((duplicate) => duplicate.member.id === comparedId);
  const { dismiss, dismissing } = useDismissal(member);
  if (isPending) return <div aria-busy="true" />;
  if (!data || data.duplicates.length === 0) return null;
  return (
    <SectionCard title={mergeTexts.title} count={data.duplicates.length}>
      <ActionRows>
        {data.duplicates.map((duplicate) => (
          <DuplicateRow
            key={duplicate.member.id}
            duplicate={duplicate}
            dismissing={dismissing === duplicate.member.id}
            onCompare={() => setComparedId(duplicate.member.id)}
            onDismiss={() => dismiss(duplicate.member)}
          />
        ))}
      </ActionRows>
      <Suspense>
        {compared && (
          <MergeDialog member={member} holds={data.holds} duplicate={compared} onClose={() => setComparedId(null)} />
        )}
      </Suspense>
    </SectionCard>
  );
}

/** Dismisses a duplicate, with Undo and an error notice. */
function useDismissal(member: User) {
  const mutation = useDismissDuplicate();
  const change = (other: User, undo: boolean) =>
    mutation.mutate(
      { id: member.id, otherId: other.id, undo },
      {
        onError: (error) => notifyError(error.message),
        onSuccess: () => {
          if (undo) return;
          const message = `Members ${member.id} and ${other.id} are not the same person.`;
          notifyUndoable({ title: mergeTexts.dismissedTitle, message, onUndo: () => change(other, true) });
        },
      },
    );
  return {
    dismiss: (other: User) => !mutation.isPending && change(other, false),
    dismissing: mutation.isPending ? mutation.variables.otherId : null,
  };
}

interface DuplicateRowProps {
  duplicate: PossibleDuplicate;
  dismissing: boolean;
  onCompare: () => void;
  onDismiss: () => void;
}

function DuplicateRow({ duplicate, dismissing, onCompare, onDismiss }: DuplicateRowProps) {
  const { member, reasons, mergeRefusal } = duplicate;
  const name = fullName(member);
  const facts = [
    `Member ${member.id}`,
    member.dateOfBirth && formatBirthday(member.dateOfBirth),
    member.phoneNumber && formatPhoneNumber(member.phoneNumber),
  ];
  return (
    <ActionRow
      actions={
        <>
          <Button
            variant="subtle"
            loading={dismissing}
            onClick={onDismiss}
            aria-label={`${mergeTexts.notSame}: ${name}, member ${member.id}`}
          >
            {mergeTexts.notSame}
          </Button>
          {!mergeRefusal && (
            <Button
              variant="light"
              leftSection={<IconGitMerge />}
              onClick={onCompare}
              aria-label={`${mergeTexts.compare}: ${name}, member ${member.id}`}
            >
              {mergeTexts.compare}
            </Button>
          )}
        </>
      }
    >
      <Anchor component={Link} to={`/members/${member.id}`} fz="inherit" fw={600}>
        {name}
      </Anchor>
      <span className="numbers dimmed">{facts.filter(Boolean).join(' · ')}</span>
      <span className="bold tint-text">{capitalize(reasons.join(', '))}</span>
      {mergeRefusal && <span className="numbers dimmed">{mergeRefusal}</span>}
    </ActionRow>
  );
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
