import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { loadLater } from '../../../lib/load-later.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { IconDownload } from '../../../ui/icons/icons.ts';
import { notifyError } from '../../../ui/notices/notices.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { type DownloadFormat, downloadMember } from './erasure.api.ts';
import classes from './erasure.module.css';
import { erasureTexts as texts } from './erasure.texts.ts';

const ErasureDialog = loadLater(async () => (await import('./erasure-dialog.tsx')).ErasureDialog);

/** For admins: download everything about the member, or erase it. */
export function MemberData({ member, onErased }: { member: User; onErased: () => void }) {
  const [erasing, setErasing] = useState(false);
  return (
    <SectionCard
      title={texts.section}
      action={
        <>
          <Download format="json" memberId={member.id} />
          <Download format="pdf" memberId={member.id} />
          <Button variant="subtle" color="red" onClick={() => setErasing(true)}>
            {texts.erase}
          </Button>
        </>
      }
    >
      <p className={`m-0 border-top dimmed ${classes.hint}`}>{texts.hint}</p>
      <Suspense>
        {erasing && <ErasureDialog member={member} onClose={() => setErasing(false)} onErased={onErased} />}
      </Suspense>
    </SectionCard>
  );
}

function Download({ format, memberId }: { format: DownloadFormat; memberId: number }) {
  const download = useMutation({
    mutationFn: () => downloadMember(format, memberId),
    onSuccess: ({ file, name }) => saveFile(file, name),
    onError: (failure) => notifyError(`${texts.downloadFailed} ${failure.message}`),
  });
  const label = format.toUpperCase();
  return (
    <Button
      variant="subtle"
      aria-label={`Download everything as ${label}`}
      leftSection={<IconDownload />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {label}
    </Button>
  );
}
