import { useEffect, useEffectEvent, useState } from 'react';

const pauseMs = 300;

/** A text field whose value is applied after a short pause in typing. A value changed elsewhere replaces the text. */
export function useTypedValue(value: string, onChange: (value: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  if (value !== told) {
    setTold(value);
    setTyped(value);
  }
  const tell = useEffectEvent(() => {
    const wanted = typed.trim();
    if (wanted === told) return;
    setTold(wanted);
    onChange(wanted);
  });
  useEffect(() => {
    void typed;
    const timer = setTimeout(() => tell(), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}
