import { Button } from '@mantine/core';
import { useState } from 'react';
import { BirthdayField } from '../../ui/fields/birthday-field.tsx';
import { ListTools } from '../../ui/page/list-page.tsx';
import { usePhone } from '../../ui/scale/use-phone.ts';
import { SearchBox } from '../../ui/table/search-box.tsx';
import { memberTexts } from './members.texts.ts';
import classes from './members-list.module.css';
import { isSearchedBirthday, type useMembersUrl } from './members-url.ts';

/** Search by name, phone, email or participant id, and by birthday. */
export function MembersTools({ address }: { address: ReturnType<typeof useMembersUrl> }) {
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
