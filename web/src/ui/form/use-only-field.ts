import { type ChangeEvent, useRef, useState } from 'react';

/** The only field of a form. It can't be blank, and the server may refuse what it holds. */
export function useOnlyField(required: string, refused: string | undefined) {
  const [value, setValue] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function change(typed: string) {
    setValue(typed);
    setMissing(false);
  }

  return {
    value,
    field,
    change,
    /** Whether it is filled in; otherwise it says so and gets focus. */
    check(): boolean {
      const blank = value.trim() === '';
      setMissing(blank);
      if (blank) field.current?.focus();
      return !blank;
    },
    error: missing ? required : refused,
    onChange: (event: ChangeEvent<HTMLInputElement>) => change(event.currentTarget.value),
  };
}
