import { type ChangeEvent, useRef, useState } from 'react';

/** A field that can't be blank, in a form too small for a schema; the server may refuse what it holds. */
export function useRequiredField<Field extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement>(
  required: string,
  refused?: string,
  initial = '',
) {
  const [value, setValue] = useState(initial);
  const [missing, setMissing] = useState(false);
  const field = useRef<Field>(null);

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
    /** What the input takes. */
    input: {
      ref: field,
      value,
      error: missing ? required : refused,
      onChange: (event: ChangeEvent<Field>) => change(event.currentTarget.value),
    },
  };
}
