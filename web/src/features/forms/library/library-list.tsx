import { formLabel } from '@kinbridge/forms/form-definition';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { useListUrl } from '../../../lib/lists/list-url.ts';
import { lastPageOf } from '../../../lib/lists/page-size.ts';
import { ListPage, ListTools } from '../../../ui/page/list-page.tsx';
import { CountTabs } from '../../../ui/table/count-tabs.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { DataTableFooter } from '../../../ui/table/data-table-footer.tsx';
import { SearchBox } from '../../../ui/table/search-box.tsx';
import { UploadStrip } from '../../../ui/uploads/upload-strip.tsx';
import { formsQuery } from '../forms.api.ts';
import { formsTexts } from '../forms.texts.ts';
import { useResponseUploads } from './library.api.ts';
import { libraryTexts } from './library.texts.ts';
import { LibraryButtons, type LibraryDialog } from './library-buttons.tsx';
import { libraryColumns, NarrowForm } from './library-columns.tsx';
import { LibraryEmpty } from './library-empty.tsx';
import { findForms, formSortFields, formsIn, libraryTabLabels, libraryTabs, opens, sortForms } from './library-tabs.ts';
import { useLibraryActions } from './use-library-actions.tsx';

/** Apart from the list, which would render at every step of an upload. */
function ResponsesUploadStrip({ onShow }: { onShow: () => void }) {
  return <UploadStrip uploads={useResponseUploads()} onShow={onShow} />;
}

const newestFirst = { field: 'published', descending: true } as const;

/** Specification §2: the organization's forms, to edit, archive, and view responses. */
export function LibraryList() {
  const organizationId = useOwnOrganizationId();
  // Members answer at any time, so the numbers are refetched whenever the list opens.
  const list = useQuery({ ...formsQuery(organizationId), staleTime: 0 });
  const { data: forms } = list;
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const tab = libraryTabs.find((name) => name === params.get('tab')) ?? 'manage';
  const address = useListUrl({ sortFields: formSortFields, sort: newestFirst });
  const { page, size, sort, search } = address;
  const [dialog, setDialog] = useState<LibraryDialog>(null);
  const { actions, dialogs } = useLibraryActions();
  const columns = useMemo(() => libraryColumns({ tab, ...actions }), [tab, actions]);

  const found = useMemo(() => forms && findForms(forms, search), [forms, search]);
  const rows = useMemo(() => found && sortForms(formsIn(tab, found), sort), [found, tab, sort.field, sort.descending]);
  const shownPage = Math.min(page, lastPageOf(rows?.length ?? 0, size));
  const openTab = (next: typeof tab) => address.change({ more: { tab: next === 'manage' ? null : next } });

  return (
    <ListPage title={formsTexts.library} action={<LibraryButtons forms={forms} dialog={dialog} onDialog={setDialog} />}>
      {dialog !== 'upload' && <ResponsesUploadStrip onShow={() => setDialog('upload')} />}
      <CountTabs
        label={formsTexts.library}
        columnWidth={168}
        tabs={libraryTabs.map((value) => ({
          value,
          label: libraryTabLabels[value],
          // A number beside 'Survey Responses' would look like the number of responses.
          count: value === 'manage' || value === 'archived' ? forms && formsIn(value, forms).length : null,
        }))}
        value={tab}
        onChange={openTab}
      >
        <ListTools>
          <SearchBox
            placeholder={libraryTexts.search}
            value={search}
            onSearch={(words) => address.change({ search: words })}
          />
        </ListTools>
        <DataTable
          label={libraryTabLabels[tab]}
          columns={columns}
          narrow={(form, focus) => <NarrowForm form={form} focus={focus} tab={tab} {...actions} />}
          rows={rows?.slice(shownPage * size, (shownPage + 1) * size)}
          rowName={formLabel}
          onOpen={(form) => {
            const { to, state } = opens(tab, form);
            void navigate(to, { state });
          }}
          sort={sort}
          onSort={(next) => address.change({ sort: next })}
          listKey={JSON.stringify([tab, search, sort, shownPage, size])}
          list={list}
          empty={
            rows?.length === 0 && (
              <LibraryEmpty
                tab={tab}
                search={search}
                found={found ?? []}
                onTab={openTab}
                onClear={() => address.change({ search: '' })}
              />
            )
          }
        />
        <DataTableFooter {...address.pages} page={shownPage} total={rows?.length} />
      </CountTabs>
      {dialogs}
    </ListPage>
  );
}
