import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';

/** The question that an email's link names, `?support=12`, until forgotten. It opens the card and leaves the address. */
export function useQuestionFromUrl(onOpen: () => void): [id: number | null, forget: () => void] {
  const [params, setParams] = useSearchParams();
  const named = params.get('support');
  const [linked, setLinked] = useState<number | null>(null);
  const open = useEffectEvent((id: number) => {
    setLinked(id);
    setParams(
      (current) => {
        current.delete('support');
        return current;
      },
      { replace: true },
    );
    onOpen();
  });
  useEffect(() => {
    if (named !== null && /^[1-9]\d{0,14}$/.test(named)) open(Number(named));
  }, [named]);
  return [linked, () => setLinked(null)];
}
