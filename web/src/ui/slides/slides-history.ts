import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

export interface SlideEntry {
  slide: number;
  /** The email address the slides are about. Only in the history state, never in the URL. */
  email: string;
}

interface KeptEntry extends SlideEntry {
  /** The slide that this entry was pushed from, which is the entry right before it. */
  pushedFrom?: number;
}

/**
 * Each slide is a history entry: Back goes to the previous slide, and a reload stays. `settle` decides which slide to
 * show for a requested one, for example on Forward after a reload that lost what the slide needs.
 */
export function useSlideHistory(settle: (asked: SlideEntry) => SlideEntry) {
  const location = useLocation();
  const navigate = useNavigate();
  const asked = readEntry(location.state);
  const shown = settle(asked);

  function goTo(slide: number, options: { email?: string; replace?: boolean } = {}) {
    const { email = shown.email, replace = false } = options;
    const entry: KeptEntry = { slide, email, ...(replace ? {} : { pushedFrom: shown.slide }) };
    void navigate(location.pathname, { state: entry, replace });
  }

  function back() {
    if (asked.pushedFrom === shown.slide - 1) void navigate(-1);
    else goTo(shown.slide - 1, { replace: true });
  }

  useEffect(() => {
    if (asked.slide !== shown.slide) goTo(shown.slide, { email: shown.email, replace: true });
  });

  return { ...shown, goTo, back };
}

interface SignUpState {
  /** The last slide, which says where the link was mailed. */
  last: number;
  /** Empty until the account exists. */
  mailedTo: string;
  firstUnfinished: () => number;
}

/** Nobody gets past an incomplete slide of a sign-up, nor back from its last one. */
export function settleSignUp(asked: SlideEntry, { last, mailedTo, firstUnfinished }: SignUpState): SlideEntry {
  if (mailedTo !== '') return { slide: last, email: mailedTo };
  if (asked.slide === 0 || (asked.slide === last && asked.email !== '')) return asked;
  return { slide: Math.min(asked.slide, firstUnfinished()), email: '' };
}

function readEntry(state: unknown): KeptEntry {
  const { slide = 0, email = '', pushedFrom } = (state ?? {}) as Partial<KeptEntry>;
  return { slide, email, ...(pushedFrom === undefined ? {} : { pushedFrom }) };
}
