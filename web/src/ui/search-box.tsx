import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSingleKey, useSingleKeyShortcuts } from '../lib/single-key.ts';
import { enterRows, entersRows } from './enter-rows.ts';
import { IconSearch } from './icons/icons.ts';
import classes from './search-box.module.css';

const pauseMs = 200;

interface SearchBoxProps {
  placeholder: string;
  /** What is searched for. */
  value: string;
  /** Told after a short pause in typing, at once on Enter. */
  onSearch: (text: string) => void;
}

/** The search of a list: `/` focuses it, Escape empties it, ↓ and Enter lead to the first row. */
export function SearchBox({ placeholder, value, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  // What was told comes back as the value, but later, and after more was typed: such an echo changes nothing.
  const [heard, setHeard] = useState<{ value: string; awaited: string[] }>({ value, awaited: [] });
  const told = heard.awaited.at(-1) ?? heard.value;
  const [singleKeys] = useSingleKeyShortcuts();
  useSingleKey('/', () => input.current?.select());

  if (value !== heard.value) {
    const place = heard.awaited.indexOf(value);
    setHeard({ value, awaited: place === -1 ? [] : heard.awaited.slice(place + 1) });
    // Going back in the history, or 'Clear search' elsewhere, changes what is searched for.
    if (place === -1) setText(value);
  }

  function tell(words: string) {
    const trimmed = words.trim();
    if (trimmed === told) return;
    setHeard((before) => ({ ...before, awaited: [...before.awaited, trimmed] }));
    onSearch(trimmed);
  }

  const tellLatest = useEffectEvent(() => tell(text));
  useEffect(() => {
    void text;
    const timer = setTimeout(() => tellLatest(), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);

  function goToRows() {
    input.current?.setAttribute(entersRows, '');
    tell(text);
    // Otherwise the table enters as it shows what was found.
    if (text.trim() === heard.value) enterRows();
  }

  function stay() {
    input.current?.removeAttribute(entersRows);
  }

  function clear() {
    setText('');
    tell('');
    input.current?.focus();
  }

  return (
    <TextInput
      ref={input}
      type="search"
      className={classes.box}
      classNames={{ input: classes.input }}
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
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
      rightSection={
        text === '' ? (
          singleKeys && (
            <Kbd size="xs" className={classes.key} aria-hidden="true">
              /
            </Kbd>
          )
        ) : (
          <CloseButton size="sm" aria-label="Clear search" onClick={clear} />
        )
      }
    />
  );
}
