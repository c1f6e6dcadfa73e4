/** A small version of the arc in the sign-in picture: a referral that arrived. Shown above empty lists. */
export function FinishedArc() {
  return (
    <svg width="154" height="66" viewBox="0 0 154 66" aria-hidden="true">
      <path d="M0 57h154" stroke="var(--kb-line-strong)" strokeWidth="2" />
      <path d="M23 57a54 55 0 0 1 108 0" fill="none" stroke="var(--mantine-color-teal-5)" strokeWidth="3.2" />
      <circle cx="23" cy="57" r="7" fill="var(--mantine-primary-color-filled)" />
      <circle cx="131" cy="57" r="7" fill="#f6d592" />
    </svg>
  );
}

/** The same arc with a gap: something didn't get through. Shown above errors. */
export function BrokenArc() {
  return (
    <svg width="154" height="66" viewBox="0 0 154 66" aria-hidden="true">
      <path d="M0 57h60M94 57h60" stroke="var(--kb-line-strong)" strokeWidth="2" />
      <g fill="none" stroke="var(--mantine-color-teal-5)" strokeWidth="3.2" strokeLinecap="round">
        <path d="M23 57A54 55 0 0 1 64 3.6M103 7.7A54 55 0 0 1 131 57" />
      </g>
      <circle cx="74" cy="1.8" r="1.8" fill="var(--kb-line-strong)" />
      <circle cx="83" cy="1.8" r="1.8" fill="var(--kb-line-strong)" />
      <circle cx="23" cy="57" r="7" fill="var(--mantine-primary-color-filled)" />
      <circle cx="131" cy="57" r="6" fill="var(--kb-sheet)" stroke="var(--mantine-color-teal-5)" strokeWidth="3" />
    </svg>
  );
}
