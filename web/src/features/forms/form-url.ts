import { useLocation, useSearchParams } from 'react-router';

/** The URLs of a form's screens; the form is in the URL, so that links and reloads find it. */
export function formUrl(screen: 'create' | 'preview' | 'submissions' | 'analytics', id: number | null): string {
  return id === null ? `/forms-${screen}` : `/forms-${screen}?form=${id}`;
}

/** The chosen form, from the URL or the history state, or null. */
export function useChosenForm(): number | null {
  const [params] = useSearchParams();
  const state = useLocation().state as { survey?: { id?: unknown } } | null;
  const id = Number(params.get('form') ?? state?.survey?.id);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
