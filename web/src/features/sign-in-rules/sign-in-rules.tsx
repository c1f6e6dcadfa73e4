import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { notifyError } from '../../ui/notices/notices.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { SectionFailure } from '../../ui/section/section-failure.tsx';
import { signInRulesQuery, useSaveSignInRules } from './sign-in-rules.api.ts';
import classes from './sign-in-rules.module.css';
import { signInRuleTexts as texts } from './sign-in-rules.texts.ts';
import { SignInRulesFields } from './sign-in-rules-fields.tsx';

interface SignInRulesCardProps {
  organizationId: number;
  /** Leads through the organization's provider back here; undefined without one. */
  tryUrl: string | undefined;
}

/** How the organization's staff sign in. Each change saves. */
export function SignInRulesCard({ organizationId, tryUrl }: SignInRulesCardProps) {
  const { data: rules, error, refetch } = useQuery(signInRulesQuery(organizationId));
  const save = useSaveSignInRules(organizationId, ({ message }) => notifyError(`${texts.saveFailed} ${message}`));
  return (
    <SectionCard title={texts.title}>
      {rules && (
        <SignInRulesFields
          organizationId={organizationId}
          tryUrl={tryUrl}
          rules={{ ...rules, ...(save.isPending && save.variables) }}
          saving={save.isPending}
          onChange={(change) => save.mutate(change)}
        />
      )}
      {!rules && !error && (
        <div aria-busy="true" className={`border-top card-body grid unlisted ${classes.list}`}>
          {[220, 260, 200].map((width) => (
            <Skeleton key={width} height={20} width={width} radius="sm" />
          ))}
        </div>
      )}
      {!rules && error && <SectionFailure sentence={error.message} onRetry={() => void refetch()} />}
    </SectionCard>
  );
}
