import { toOneLine } from '@kinbridge/contract/shared/misleading';
import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSingleKey, useSingleKeyShortcuts } from '../../lib/single-key.ts';
import { IconSearch } from '../icons/icons.ts';
import { enterRows, entersRows } from './enter-rows.ts';
import classes from './search-box.module.css';

const pauseMs = 200;

interface SearchBoxProps {
  placeholder: string;
  /** The current search text. */
  value: string;
  /** Called after a short pause in typing, or immediately on Enter. */
  onSearch: (text: string) => void;
}

/** The search box of a list: `/` focuses it, Escape clears it, ↓ and Enter move to the first row. */
export const SearchBox = memo(function SearchBox({ placeholder, value, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const { text, setText, search } = useSearchText(value, onSearch);
  const [singleKeys] = useSingleKeyShortcuts();
  useSingleKey('/', () => input.current?.select());

  function goToRows() {
    input.current?.setAttribute(entersRows, '');
    search(text);
    // Otherwise the table moves focus when it shows the results.
    if (toOneLine(text) === value) enterRows();
  }

  function stay() {
    input.current?.removeAttribute(entersRows);
  }

  function clear() {
    setText('');
    search('');
    input.current?.focus();
  }

  return (
    <TextInput
      ref={input}
      type="search"
      className={`min-w-0 ${classes.box}`}
      classNames={{ input: `text-cut ${classes.input}` }}
      aria-label={placeholder}
      placeholder={placeholder}
      maxLength={100}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => {
        stay();
        setText(event.currentTarget.value);
      }}
      onBlur={stay}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === 'ArrowDown') {
          event.preventDefault();
          goToRows();
        }
        if (event.key === 'Escape' && text !== '') {
          event.preventDefault();
          clear();
        }
      }}
      leftSection={<IconSearch aria-hidden="true" />}
      rightSection={
        text === '' ? (
          singleKeys && (
            <Kbd size="xs" className="phone-hidden" aria-hidden="true">
              /
            </Kbd>
          )
        ) : (
          <CloseButton size="sm" aria-label="Clear search" onClick={clear} />
        )
      }
    />
  );
});

/** What is typed, and searched for after a pause. */
function useSearchText(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value);
  // Each search comes back later as `value`, maybe after more typing: such an echo must not change the text.
  const [known, setKnown] = useState<{ value: string; sent: string[] }>({ value, sent: [] });
  const latest = known.sent.at(-1) ?? known.value;

  if (value !== known.value) {
    const place = known.sent.indexOf(value);
    setKnown({ value, sent: place === -1 ? [] : known.sent.slice(place + 1) });
    // Going back in the history, or 'Clear search' elsewhere, changes the search.
    if (place === -1) setText(value);
  }

  function search(words: string) {
    const trimmed = toOneLine(words);
    if (trimmed === latest) return;
    setKnown((before) => ({ ...before, sent: [...before.sent, trimmed] }));
    onSearch(trimmed);
  }

  const searchLatest = useEffectEvent(() => search(text));
  useEffect(() => {
    void text;
    const timer = setTimeout(() => searchLatest(), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);

  return { text, setText, search };
}
