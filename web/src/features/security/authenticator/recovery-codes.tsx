import { Button, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import { DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { IconCopy } from '../../../ui/icons/first-icons.ts';
import { IconDownload } from '../../../ui/icons/later-icons.ts';
import { copyText } from '../../../ui/notices/copy-text.ts';
import { recoveryTexts as texts } from '../security.texts.ts';
import classes from './authenticator.module.css';

interface RecoveryCodesProps {
  codes: string[];
  /** Whether they come with a new app. */
  isFirst?: boolean;
  email: string;
  onSaved: () => void;
}

/** The recovery codes, the only time they are shown. */
export function RecoveryCodes({ codes, isFirst = false, email, onSaved }: RecoveryCodesProps) {
  const first = useRef<HTMLButtonElement>(null);
  // The field that had focus is replaced.
  useEffect(() => first.current?.focus(), []);

  function download() {
    const lines = [texts.fileHeading(email), '', ...codes, ''];
    saveFile(new Blob([lines.join('\r\n')], { type: 'text/plain' }), texts.fileName);
  }

  return (
    <>
      <Text>{isFirst ? `${texts.turnedOn} ${texts.hint}` : texts.hint}</Text>
      <ul className={`round-md grid text-lg soft unlisted ${classes.codes}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex wrap gap-xs">
        <Button
          ref={first}
          variant="default"
          leftSection={<IconCopy />}
          onClick={() => void copyText(codes.join('\n'), texts)}
        >
          {texts.copy}
        </Button>
        <Button variant="default" leftSection={<IconDownload />} onClick={download}>
          {texts.download}
        </Button>
      </div>
      <DialogFooter>
        <Button onClick={onSaved}>{texts.saved}</Button>
      </DialogFooter>
    </>
  );
}
