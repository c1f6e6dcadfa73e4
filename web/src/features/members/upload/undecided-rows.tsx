import { fullName } from '@kinbridge/contract/users/full-name';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { FailureCard } from '../../../ui/form/form-errors.tsx';
import { SamePersonDialog } from '../../../ui/same-person/same-person-dialog.tsx';
import { changeUpload, type KeptUpload, keepUpload } from './kept-uploads.ts';
import { decidedList, type RowAnswer, type UndecidedRow } from './undecided.ts';
import classes from './undecided-rows.module.css';
import { uploadList } from './uploads.api.ts';
import { undecidedTexts as texts } from './uploads.texts.ts';

/** The rows that may be members: staff say whose record each is, and the decided ones are sent again. */
export function UndecidedRows({ upload, rows }: { upload: KeptUpload; rows: UndecidedRow[] }) {
  const organizationId = useOwnOrganizationId();
  const { id, fileName, wanted, decided = {} } = upload;
  const section = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState<UndecidedRow | null>(null);
  const ready = rows.flatMap((undecided) => {
    const answer = decided[undecided.row];
    return answer === undefined || answer === 'out' ? [] : [{ ...undecided, answer }];
  });
  const sending = useMutation({
    mutationFn: async () => {
      if (!wanted) return;
      const name = texts.fileName(fileName.replace(/\.xlsx$/i, ''));
      const sentId = await uploadList(organizationId, { ...wanted, file: decidedList(ready, name) });
      // The buttons of these rows go.
      section.current?.closest<HTMLElement>('[role="dialog"]')?.focus();
      changeUpload(id, { sent: [...(upload.sent ?? []), ...ready.map(({ row }) => row)] });
      keepUpload({ id: sentId, fileName: name, wanted });
    },
  });

  function answer(row: number, said: RowAnswer | undefined) {
    const { [row]: _, ...others } = decided;
    changeUpload(id, { decided: said === undefined ? others : { ...others, [row]: said } });
    setAsked(null);
  }

  return (
    <section ref={section} className={`box ${classes.undecided}`} aria-label={texts.title}>
      <h3 className="m-0 text-md">{texts.title}</h3>
      <p className="m-0 block text-sm dimmed">{texts.intro(rows.length)}</p>
      <ul>
        {rows.map((undecided) => (
          <li key={undecided.row}>
            <Row
              undecided={undecided}
              said={decided[undecided.row]}
              disabled={sending.isPending}
              onDecide={() => setAsked(undecided)}
              onSay={(said) => answer(undecided.row, said)}
            />
          </li>
        ))}
      </ul>
      {sending.error && (
        <FailureCard title={texts.failed} occasion={sending.error}>
          {sending.error.message}
        </FailureCard>
      )}
      <div className="between gap-xs row wrap">
        <span role="status">{texts.progress(ready.length, rows.length)}</span>
        <Button disabled={ready.length === 0} loading={sending.isPending} onClick={() => sending.mutate()}>
          {texts.send(ready.length)}
        </Button>
      </div>
      {asked && (
        <SamePersonDialog
          typed={asked.person}
          listed
          candidates={asked.candidates}
          onAnswer={(said) => answer(asked.row, said)}
          onCancel={() => setAsked(null)}
        />
      )}
    </section>
  );
}

interface RowProps {
  undecided: UndecidedRow;
  said: RowAnswer | undefined;
  disabled: boolean;
  onDecide: () => void;
  onSay: (said: RowAnswer | undefined) => void;
}

function Row({ undecided, said, disabled, onDecide, onSay }: RowProps) {
  const { row, person, candidates } = undecided;
  const name = fullName(person);
  const change = useRef<HTMLButtonElement>(null);
  const before = useRef(said);
  useEffect(() => {
    // The button that was pressed is gone.
    if (before.current !== said && document.activeElement === document.body) change.current?.focus();
    before.current = said;
  }, [said]);
  const chosen = candidates.find(({ id }) => id === said);
  return (
    <>
      <span className="min-w-0 anywhere basis-220">
        <strong>Row {row}:</strong> {name}
        <span className="block text-sm dimmed">
          {texts.said(said, chosen && fullName(chosen), candidates.map(fullName))}
        </span>
      </span>
      {said === undefined ? (
        <span className="gap-xs row wrap">
          <Button
            size="compact-sm"
            variant="light"
            disabled={disabled}
            onClick={candidates.length > 0 ? onDecide : () => onSay('new')}
            aria-label={`${candidates.length > 0 ? texts.decide : texts.isNew}, row ${row}, ${name}`}
          >
            {candidates.length > 0 ? texts.decide : texts.isNew}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={disabled}
            onClick={() => onSay('out')}
            aria-label={`${texts.leaveOut}, row ${row}, ${name}`}
          >
            {texts.leaveOut}
          </Button>
        </span>
      ) : (
        <Button
          ref={change}
          size="compact-sm"
          variant="default"
          disabled={disabled}
          onClick={() => onSay(undefined)}
          aria-label={`${texts.change}, row ${row}, ${name}`}
        >
          {texts.change}
        </Button>
      )}
    </>
  );
}
