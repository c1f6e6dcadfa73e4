import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { counted } from '@kinbridge/contract/shared/counted';
import { Button } from '@mantine/core';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { NothingFound } from '../../../ui/states/nothing-found.tsx';
import { CreateFormMenu } from './create-form-menu.tsx';
import { formsIn, type LibraryTab, libraryTabLabels } from './library-tabs.ts';

const emptyTexts: Record<LibraryTab, { title: string; text: string }> = {
  manage: {
    title: 'No forms yet',
    text: 'A form asks members what they need, through a link that works on every phone. Start with one of ours, or from scratch.',
  },
  archived: { title: 'No archived forms', text: 'Archived forms and their answers appear here.' },
  responses: { title: 'No forms yet', text: 'After you publish a form, answers appear here.' },
  analytics: { title: 'No forms yet', text: 'After you publish a form, charts of its answers appear here.' },
};

interface LibraryEmptyProps {
  tab: LibraryTab;
  search: string;
  /** The search results in all tabs. */
  found: FormVersion[];
  onTab: (tab: LibraryTab) => void;
  onClear: () => void;
}

/** A tab without forms: there are none, or none matched. */
export function LibraryEmpty({ tab, search, found, onTab, onClear }: LibraryEmptyProps) {
  if (search === '') {
    return <EmptyState {...emptyTexts[tab]} actions={tab !== 'archived' && <CreateFormMenu variant="light" />} />;
  }
  const other = tab === 'manage' ? 'archived' : 'manage';
  const elsewhere = formsIn(other, found).length;
  return (
    <NothingFound
      title={`Nothing matches “${search}”`}
      text={elsewhere > 0 ? 'Found in another tab.' : 'Search by form title or version.'}
      elsewhere={
        elsewhere > 0 && (
          <Button variant="light" onClick={() => onTab(other)}>
            {`Show ${counted(elsewhere, 'form')} in ${libraryTabLabels[other]}`}
          </Button>
        )
      }
      onClear={onClear}
    />
  );
}
