import type { MemberHolds, PossibleDuplicate } from '@kinbridge/contract/members/merges.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { notifySuccess } from '../../../ui/notices/notices.tsx';
import { chosenSide, compareMembers, type Side, takenFields } from './merge-choices.ts';
import classes from './merge-dialog.module.css';
import { useMergeMembers } from './merges.api.ts';
import { holdsText, mergeTexts } from './merges.texts.ts';

interface MergeDialogProps {
  member: User;
  holds: MemberHolds;
  duplicate: PossibleDuplicate;
  onClose: () => void;
}

/** Two records side by side: which one to keep, which values are right, and what will happen. */
export function MergeDialog({ member, holds, duplicate, onClose }: MergeDialogProps) {
  const [survivor, setSurvivor] = useState<Side>('left');
  const [chosen, setChosen] = useState<Record<string, Side | undefined>>({});
  const merge = useMergeMembers();
  const sides = { left: { user: member, holds }, right: { user: duplicate.member, holds: duplicate.holds } };
  const goes: Side = survivor === 'left' ? 'right' : 'left';
  const { differences, same } = compareMembers(member, duplicate.member);
  const stays = sides[survivor].user;

  function submit(event: FormEvent) {
    event.preventDefault();
    const order = { survivor: stays, merged: sides[goes].user, take: takenFields(differences, survivor, chosen) };
    // Not a callback of mutate, which is lost if the fresh list removes this dialog first.
    merge.mutateAsync(order).then(
      () => {
        notifySuccess(mergeTexts.merged);
        onClose();
      },
      () => undefined,
    );
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={mergeTexts.dialog}
      size={720}
      unsaved={Object.keys(chosen).length > 0 && !merge.isPending}
    >
      <form onSubmit={submit}>
        {merge.error && <CallFailure title={mergeTexts.failed} error={merge.error} />}
        <Text className={`text-inherit dimmed ${classes.intro}`}>{mergeTexts.intro}</Text>
        <SideChoice label="Record to keep" className={classes.records} chosen={survivor} onChoose={setSurvivor}>
          {(side) => (
            <>
              {fullName(sides[side].user)}
              <span className="block text-xs dimmed regular">
                Member {sides[side].user.id} · has {holdsText(sides[side].holds)}
              </span>
            </>
          )}
        </SideChoice>
        {differences.map((difference) => (
          <SideChoice
            key={difference.label}
            label={difference.label}
            className={classes.field}
            chosen={chosenSide(difference, survivor, chosen[difference.label])}
            onChoose={(side) => setChosen({ ...chosen, [difference.label]: side })}
          >
            {(side) => difference[side] || '–'}
          </SideChoice>
        ))}
        {same.length > 0 && (
          <Text className={`text-xs dimmed anywhere ${classes.same}`}>
            {mergeTexts.same}: {same.join(' · ')}
          </Text>
        )}
        <ul className={`m-0 mt-14 round-md line-20 soft ${classes.outcome}`} aria-label="Result of the merge">
          <li>
            From member {sides[goes].user.id} to member {stays.id}: <strong>{holdsText(sides[goes].holds)}</strong>.
          </li>
          <li>{member.sendSmsTexts && duplicate.member.sendSmsTexts ? mergeTexts.keepsTexts : mergeTexts.noTexts}</li>
          <li>
            Member {sides[goes].user.id} leaves the list; its address leads to member {stays.id}. You can undo this for
            30 days.
          </li>
        </ul>
        <SubmitFooter action={`Merge into member ${stays.id}`} pending={merge.isPending} />
      </form>
    </Dialog>
  );
}

interface SideChoiceProps {
  label: string;
  className: string | undefined;
  chosen: Side;
  onChoose: (side: Side) => void;
  children: (side: Side) => ReactNode;
}

function SideChoice({ label, className, chosen, onChoose, children }: SideChoiceProps) {
  return (
    <fieldset className={className}>
      <legend>{label}</legend>
      {(['left', 'right'] as const).map((side) => (
        <label key={side} className={classes.choice} data-checked={side === chosen || undefined}>
          <input type="radio" name={label} checked={side === chosen} onChange={() => onChoose(side)} />
          <span className={`min-w-0 line-18 anywhere ${classes.value}`}>{children(side)}</span>
        </label>
      ))}
    </fieldset>
  );
}
