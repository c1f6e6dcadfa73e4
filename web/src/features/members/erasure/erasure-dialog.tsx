import type { ErasurePreview } from '@kinbridge/contract/erasure/erasure.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Loader, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { fieldErrors } from '../../../lib/api.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { FormFailure } from '../../../ui/form/form-errors.tsx';
import { noticeThen } from '../../../ui/notices/notices.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { erasureQuery, useEraseMember } from './erasure.api.ts';
import classes from './erasure.module.css';
import { deletedLines, keptLines, erasureTexts as texts } from './erasure.texts.ts';

interface ErasureDialogProps {
  member: User;
  onClose: () => void;
  onErased: () => void;
}

/** Says what goes and what stays for this member, and asks for the name before it erases. */
export function ErasureDialog({ member, onClose, onErased }: ErasureDialogProps) {
  const { data, error, refetch } = useQuery(erasureQuery(member.id));
  return (
    <Dialog opened onClose={onClose} title={texts.title}>
      {data ? (
        <Confirmation member={member} preview={data} onClose={onClose} onErased={onErased} />
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Loader aria-label="Loading" />
      )}
    </Dialog>
  );
}

function Confirmation({ member, preview, onClose, onErased }: ErasureDialogProps & { preview: ErasurePreview }) {
  const [name, setName] = useState('');
  const intro = useRef<HTMLParagraphElement>(null);
  // It arrives after the dialog, and is to be read before anything is typed.
  useEffect(() => intro.current?.focus(), []);
  const erase = useEraseMember(member.id);

  function submit(event: FormEvent) {
    event.preventDefault();
    erase.mutate({ name, kind: preview.kind }, noticeThen(texts.erased, onErased));
  }

  return (
    <form noValidate onSubmit={submit}>
      <FormFailure title={texts.failed} error={erase.error} labels={{ name: 'Name' }} />
      <Text ref={intro} tabIndex={-1} className={classes.intro}>
        {texts[preview.kind]}
      </Text>
      <Lines title={texts.goes} lines={deletedLines(preview)} />
      <Lines title={texts.stays} lines={keptLines(preview)} />
      <TextInput
        label={texts.typeName(fullName(member))}
        autoComplete="off"
        value={name}
        error={fieldErrors(erase.error).name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SubmitFooter
        onCancel={onClose}
        action={texts.confirm}
        color="red"
        pending={erase.isPending}
        disabled={name.trim() === ''}
      />
    </form>
  );
}

function Lines({ title, lines }: { title: string; lines: string[] }) {
  const id = useId();
  return (
    <>
      <h3 id={id} className="m-0 mb-2xs mt-md text-sm">
        {title}
      </h3>
      <ul className={`m-0 mb-md ${classes.lines}`} aria-labelledby={id}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
