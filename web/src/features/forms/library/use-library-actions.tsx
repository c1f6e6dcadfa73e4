import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { loadLater, usePreload } from '../../../lib/load-later.tsx';
import { useIsWaiting } from '../../../lib/queries/use-is-waiting.ts';
import { ArchiveDialog } from './archive-dialog.tsx';
import { copyLink } from './copy-link.ts';
import type { LibraryActionsProps } from './library-actions.tsx';

const ShareDialog = loadLater(async () => (await import('./share-dialog.tsx')).ShareDialog);

interface Opened {
  form: FormVersion;
  dialog: 'archive' | 'share';
  refused?: boolean;
}

/** The actions of the rows, with their dialogs. */
export function useLibraryActions(): { actions: LibraryActionsProps; dialogs: ReactNode } {
  const [opened, setOpened] = useState<Opened | null>(null);
  const isWaiting = useIsWaiting();
  usePreload(ShareDialog);
  const actions = useMemo(() => {
    async function copy(form: FormVersion) {
      const copied = await copyLink(form);
      // The dialog says who can open the link.
      if (!copied || isWaiting) setOpened({ form, dialog: 'share', refused: !copied });
    }
    return {
      onCopy: (form: FormVersion) => void copy(form),
      onShare: (form: FormVersion) => setOpened({ form, dialog: 'share' }),
      onArchive: (form: FormVersion) => setOpened({ form, dialog: 'archive' }),
    };
  }, [isWaiting]);
  const close = () => setOpened(null);
  const dialogs = (
    <Suspense>
      {opened?.dialog === 'archive' && <ArchiveDialog form={opened.form} onClose={close} />}
      {opened?.dialog === 'share' && (
        <ShareDialog
          form={opened.form}
          refused={opened.refused ?? false}
          onCopy={() => actions.onCopy(opened.form)}
          onClose={close}
        />
      )}
    </Suspense>
  );
  return { actions, dialogs };
}
