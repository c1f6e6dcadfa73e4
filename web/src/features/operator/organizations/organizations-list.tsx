import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { useListUrl } from '../../../lib/lists/list-url.ts';
import { ListPage, ListTools } from '../../../ui/page/list-page.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { NothingFound } from '../../../ui/states/nothing-found.tsx';
import { CountTabs } from '../../../ui/table/count-tabs.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { DataTableFooter } from '../../../ui/table/data-table-footer.tsx';
import { SearchBox } from '../../../ui/table/search-box.tsx';
import { NarrowOrganization, organizationColumns, organizationPath, proposalColumns } from './organization-columns.tsx';
import { type ListTab, organizationsQuery } from './organizations.api.ts';
import { emptyTexts, tabLabels, organizationTexts as texts } from './organizations.texts.ts';

const states = Object.keys(tabLabels) as ListTab[];
const sizes = [20, 50, 100];
// The server sorts: waiting ones first, then the newest.
const unsorted = { field: 'id' as never, descending: false };

/** All organizations by state, those that wait first, and those whose changes wait. */
export function OrganizationsList() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const address = useListUrl<never>({ sortFields: [], sort: unsorted, size: 20, sizes });
  const { page, size, search } = address;
  const tab = states.find((state) => state === params.get('state')) ?? 'WAITING';
  const list = useQuery(organizationsQuery({ tab, search, page, size }));
  const { data } = list;

  return (
    <ListPage title={texts.title} action={null}>
      <CountTabs
        label="State"
        tabs={states.map((value) => ({
          value,
          label: tabLabels[value],
          count: value === 'PROPOSED' ? data?.proposedCount : data?.counts[value],
        }))}
        value={tab}
        onChange={(next) => address.change({ more: { state: next === 'WAITING' ? null : next } })}
      >
        <ListTools>
          <SearchBox
            placeholder={texts.search}
            value={search}
            onSearch={(words) => address.change({ search: words })}
          />
        </ListTools>
        <DataTable
          label={texts.title}
          columns={tab === 'PROPOSED' ? proposalColumns : organizationColumns}
          narrow={(row, focus) => <NarrowOrganization row={row} focus={focus} proposals={tab === 'PROPOSED'} />}
          rows={data?.content}
          rowName={({ name }) => name}
          onOpen={({ id }) => void navigate(organizationPath(id))}
          sort={unsorted}
          onSort={() => undefined}
          listKey={JSON.stringify([tab, search, page, size])}
          list={list}
          empty={
            data?.content.length === 0 && (
              <NoOrganizations tab={tab} search={search} onClear={() => address.change({ search: '' })} />
            )
          }
        />
        <DataTableFooter {...address.pages} total={data?.totalElements} stale={list.isPlaceholderData} />
      </CountTabs>
    </ListPage>
  );
}

function NoOrganizations({ tab, search, onClear }: { tab: ListTab; search: string; onClear: () => void }) {
  if (search === '') {
    const [title, text] = emptyTexts[tab];
    return <EmptyState title={title} text={text} level={2} />;
  }
  return <NothingFound title={texts.noneFoundTitle} text={texts.noneFound} onClear={onClear} />;
}
