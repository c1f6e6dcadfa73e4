import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { loadLater } from '../../../lib/load-later.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
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
  const label = format.toUpperCase();
  return (
    <DownloadButton
      variant="subtle"
      aria-label={`Download everything as ${label}`}
      load={() => downloadMember(format, memberId)}
      name={`member-${memberId}.${format}`}
      failed={texts.downloadFailed}
    >
      {label}
    </DownloadButton>
  );
}
