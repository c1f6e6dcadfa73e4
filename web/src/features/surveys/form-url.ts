import { useLocation, useSearchParams } from 'react-router';

/** Where the screens of a form are; the chosen form stands in the address, so that a link and a reload find it. */
export function formUrl(screen: 'create' | 'preview' | 'submissions' | 'analytics', id: number | null): string {
  return id === null ? `/forms-${screen}` : `/forms-${screen}?form=${id}`;
}

/** The chosen form, from the address or from the state that came with it. Null for none. */
export function useChosenForm(): number | null {
  const [params] = useSearchParams();
  const state = useLocation().state as { survey?: { id?: unknown } } | null;
  const id = Number(params.get('form') ?? state?.survey?.id);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
