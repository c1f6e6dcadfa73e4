import { minimumStrength, weakPassword } from '@kinbridge/contract/shared/password';
import { Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './password-strength.module.css';

const labels = ['Very weak', 'Weak', 'Weak', 'Good', 'Strong'];
const typingPauseMs = 200;

interface PasswordStrengthProps {
  password: string;
  /** What others know about the person: names, address, organization. */
  known: (string | null | undefined)[];
  /** The field's error already says that the password is weak. */
  saidAbove: boolean;
}

/** How hard a new password is to guess. Without the estimator there is no meter, and only the server checks. */
export function PasswordStrength({ password, known, saidAbove }: PasswordStrengthProps) {
  const score = useScore(password, known);
  const good = score !== null && score >= minimumStrength;
  return (
    <div className={classes.strength}>
      {score !== null && (
        <>
          <VisuallyHidden component="span">
            <meter aria-label="Password strength" max={4} value={score} aria-valuetext={labels[score]} />
          </VisuallyHidden>
          <div className={`gap-2xs mb-2xs grid ${classes.bars}`} data-good={good} aria-hidden="true">
            {[1, 2, 3, 4].map((step) => (
              <span key={step} data-filled={step <= Math.max(1, score)} />
            ))}
          </div>
        </>
      )}
      <Text role="status" size="sm" c="dimmed">
        {score !== null && (good ? 'This password is hard to guess.' : !saidAbove && weakPassword)}
      </Text>
    </div>
  );
}

const timeoutMs = 2_000;

/** Null while the estimator (750 kB) is still loading on a slow phone; the server checks in any case. */
export function ratePasswordSoon(password: string, known: PasswordStrengthProps['known']): Promise<number | null> {
  const rated = import('./rate-password.ts').then(({ ratePassword }) => ratePassword(password, known));
  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, timeoutMs, null));
  return Promise.race([rated.catch(() => null), tooLate]);
}

function useScore(password: string, known: PasswordStrengthProps['known']): number | null {
  const [score, setScore] = useState<number | null>(null);
  const context = JSON.stringify(known);
  useEffect(() => {
    let stale = false;
    const show = (next: number | null) => !stale && setScore(next);
    const timer = setTimeout(() => {
      if (password === '') return show(null);
      import('./rate-password.ts')
        .then(({ ratePassword }) => show(ratePassword(password, JSON.parse(context))))
        .catch(() => show(null));
    }, typingPauseMs);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [password, context]);
  return score;
}
