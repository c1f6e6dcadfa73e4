import { fullName } from '@kinbridge/contract/users/full-name';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useOwnOrganizationId } from '../../lib/current-user.ts';
import { readDraft } from '../../lib/draft-store.ts';
import { useExistingPage } from '../../lib/lists/list-url.ts';
import { loadLater, usePreload } from '../../lib/load-later.tsx';
import { isResumed } from '../../lib/resumed.ts';
import { BirthdayField } from '../../ui/fields/birthday-field.tsx';
import { IconPlus, IconUpload } from '../../ui/icons/icons.ts';
import { ListPage, ListTools } from '../../ui/page/list-page.tsx';
import { usePhone } from '../../ui/scale/use-phone.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DataTableFooter } from '../../ui/table/data-table-footer.tsx';
import { SearchBox } from '../../ui/table/search-box.tsx';
import { UploadStrip } from '../../ui/uploads/upload-strip.tsx';
import { addMemberDraft, membersQuery } from './members.api.ts';
import { memberTexts } from './members.texts.ts';
import { memberColumns, NarrowMember } from './members-columns.tsx';
import { MembersEmpty } from './members-empty.tsx';
import classes from './members-list.module.css';
import { MembersSort } from './members-sort.tsx';
import { isSearchedBirthday, useMembersUrl } from './members-url.ts';
import { useMemberUploads } from './upload/use-member-uploads.ts';

const AddMemberDialog = loadLater(async () => (await import('./add-member-dialog.tsx')).AddMemberDialog);
const MemberUploadDialog = loadLater(async () => (await import('./upload/upload-dialog.tsx')).MemberUploadDialog);

/** Apart from the list, which would render at every step of an upload. */
function MemberUploadStrip({ onShow }: { onShow: () => void }) {
  return <UploadStrip uploads={useMemberUploads()} onShow={onShow} />;
}

/** Member Management: everyone the organization can see. */
export function MembersList() {
  const organizationId = useOwnOrganizationId();
  const address = useMembersUrl();
  const { search } = address;
  const list = useQuery(membersQuery(organizationId, search));
  const { data: members, isPlaceholderData } = list;
  useExistingPage(address, list);
  const [uploading, setUploading] = useState(false);
  const [adding, setAdding] = useState(() => isResumed() && readDraft(addMemberDraft) !== '');
  const navigate = useNavigate();
  const phone = usePhone();
  usePreload(AddMemberDialog, MemberUploadDialog);

  /** The keyboard uses the link in a row; a click anywhere in the row follows it. */
  function openRow({ target, defaultPrevented }: MouseEvent) {
    const row = (target as HTMLElement).closest<HTMLElement>('tr[data-row]');
    const selecting = window.getSelection()?.toString();
    if (!row || defaultPrevented || selecting || (target as HTMLElement).closest('a, button')) return;
    void navigate(`/members/${row.dataset.row}`);
  }

  const add = () => setAdding(true);
  const upload = () => setUploading(true);
  return (
    <ListPage
      title={memberTexts.title}
      action={
        <div className={`flex gap-xs ${classes.actions}`}>
          <Button variant="default" leftSection={!phone && <IconUpload />} onClick={upload}>
            {memberTexts.upload}
          </Button>
          <Button leftSection={<IconPlus />} onClick={add}>
            {memberTexts.add}
          </Button>
        </div>
      }
    >
      <MembersTools address={address} />
      {!uploading && <MemberUploadStrip onShow={upload} />}
      {phone && <MembersSort sort={search.sort} onSort={(sort) => address.change({ sort })} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: each row has a link that the keyboard reaches. */}
      <div className={`column grow min-h-0 ${classes.rows}`} onClick={openRow}>
        <DataTable
          label={memberTexts.title}
          columns={memberColumns}
          narrow={(member, focus) => <NarrowMember member={member} focus={focus} />}
          rows={members?.content}
          rowName={fullName}
          sort={search.sort}
          onSort={(sort) => address.change({ sort })}
          listKey={JSON.stringify(isPlaceholderData ? null : search)}
          list={list}
          empty={members?.totalElements === 0 && <MembersEmpty address={address} onAdd={add} onUpload={upload} />}
        />
      </div>
      <DataTableFooter {...address.pages} total={members?.totalElements} stale={isPlaceholderData} />
      <Suspense>{adding && <AddMemberDialog onClose={() => setAdding(false)} />}</Suspense>
      <Suspense>{uploading && <MemberUploadDialog onClose={() => setUploading(false)} />}</Suspense>
    </ListPage>
  );
}

/** Search by name, phone, email or participant id, and by birthday. */
function MembersTools({ address }: { address: ReturnType<typeof useMembersUrl> }) {
  const phone = usePhone();
  // A new number remounts the fields, which also clears text that wasn't searched yet.
  const [round, setRound] = useState(0);
  const search = (
    <SearchBox
      key={`search ${round}`}
      placeholder={memberTexts.search}
      value={address.search.name}
      onSearch={(name) => address.change({ search: name })}
    />
  );
  const birthdate = (
    <>
      <BirthdateSearch key={`birthdate ${round}`} value={address.search.birthDate} onSearch={address.searchBirthDate} />
      <Button
        variant="default"
        onClick={() => {
          setRound(round + 1);
          if (address.searched) address.clear();
        }}
      >
        Clear
      </Button>
    </>
  );
  if (!phone) {
    return (
      <ListTools>
        {search}
        {birthdate}
      </ListTools>
    );
  }
  return (
    <div className={`gap-xs px-md py-10 border-bottom column fixed ${classes.phoneTools}`}>
      {search}
      <div className={classes.line}>{birthdate}</div>
    </div>
  );
}

/** Searches as soon as the date is complete, and reports an invalid one on Enter or blur. */
function BirthdateSearch({ value, onSearch }: { value: string; onSearch: (birthDate: string) => void }) {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  // Going back in the history changes the search.
  if (value !== told) {
    setTold(value);
    setText(value);
    setProblem(null);
  }
  const fits = (day: string) => day === '' || isSearchedBirthday(day);

  function change(day: string) {
    setText(day);
    setProblem(null);
    if (!fits(day) || day === told) return;
    setTold(day);
    onSearch(day);
  }

  /** An invalid date clears the previous search. */
  function check() {
    if (fits(text)) return setProblem(null);
    setProblem(memberTexts.noBirthdate);
    if (told === '') return;
    setTold('');
    onSearch('');
  }

  return (
    <BirthdayField
      className={classes.birthdate}
      aria-label={memberTexts.searchBirthdate}
      placeholder={memberTexts.searchBirthdate}
      value={text}
      onChange={change}
      onBlur={check}
      onKeyDown={(event) => event.key === 'Enter' && check()}
      error={problem}
    />
  );
}
