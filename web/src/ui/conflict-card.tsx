import type { Conflict } from './edited-record.ts';
import { FailureCard } from './form-errors.tsx';

interface ConflictCardProps {
  title: string;
  conflicts: Conflict[];
}

/** Somebody else saved first: what they changed, and what was typed against it. */
export function ConflictCard({ title, conflicts }: ConflictCardProps) {
  return (
    <FailureCard title={title} occasion={conflicts}>
      {conflicts.map(({ label, saved, typed }) => (
        <div key={label}>
          {label} is now “{saved}”{typed !== null && `; you typed “${typed}”`}.
        </div>
      ))}
      What you typed is still here. Please look through it and save again to keep it.
    </FailureCard>
  );
}
