import type { User } from '@kinbridge/contract/users/users.contract';
import { Skeleton, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCheck } from '../../ui/icons/first-icons.ts';
import { notifyError } from '../../ui/notices/notices.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { SectionFailure } from '../../ui/section/section-failure.tsx';
import { SectionMessage } from '../../ui/section/section-message.tsx';
import { emailPreferencesQuery, useSaveEmailPreference } from './email-preferences.api.ts';
import classes from './email-preferences.module.css';
import { useSaveOwnChoice } from './users.api.ts';
import { userTexts } from './users.texts.ts';

/** Which emails this person gets: in general, for themselves alone, and for each service. Each click saves. */
export function EmailPreferences({ user, own }: { user: User; own: boolean }) {
  const { data: preferences, error, refetch } = useQuery(emailPreferencesQuery(user.id));
  const save = useSaveEmailPreference(user.id, ({ serviceName }, failure) =>
    notifyError(`${userTexts.preferenceFailed(serviceName)} ${failure.message}`),
  );
  const choose = useSaveOwnChoice(user.id, ({ message }) => notifyError(`${userTexts.choiceFailed} ${message}`));

  return (
    <SectionCard title="Email preferences" note={<SavedNote saved={save.isSuccess || choose.isSuccess} />}>
      {own && (
        <ul className={classes.choices}>
          <li>
            <Switch
              label={userTexts.mailSentRequests}
              description={userTexts.mailSentRequestsHint}
              checked={user.mailSentRequests}
              onChange={(event) => choose.mutate({ mailSentRequests: event.currentTarget.checked })}
            />
          </li>
          <li>
            <Switch
              label={userTexts.mailAssignedRequests}
              description={userTexts.mailAssignedRequestsHint}
              checked={user.mailAssignedRequests}
              onChange={(event) => choose.mutate({ mailAssignedRequests: event.currentTarget.checked })}
            />
          </li>
          <li>
            <Switch
              label={userTexts.dailyDigest}
              description={userTexts.dailyDigestHint}
              checked={user.dailyDigest}
              onChange={(event) => choose.mutate({ dailyDigest: event.currentTarget.checked })}
            />
          </li>
        </ul>
      )}
      <Text className={`px-md pb-sm pt-0 text-xs line-18 dimmed ${classes.hint}`}>{userTexts.preferencesHint}</Text>
      {preferences?.length === 0 && <SectionMessage>{userTexts.noServices}</SectionMessage>}
      {preferences && preferences.length > 0 && (
        <ul className={classes.list}>
          {preferences.map((preference) => (
            <li key={preference.serviceId}>
              <Switch
                label={preference.serviceName}
                checked={preference.isEmailRequired}
                onChange={(event) => save.mutate({ ...preference, isEmailRequired: event.currentTarget.checked })}
              />
            </li>
          ))}
        </ul>
      )}
      {!preferences && !error && <SwitchSkeletons />}
      {!preferences && error && <SectionFailure sentence={error.message} onRetry={() => void refetch()} />}
    </SectionCard>
  );
}

/** Beside the title instead of in a notice. */
function SavedNote({ saved }: { saved: boolean }) {
  return (
    <span role="status" className="row gap-2xs text-xs bold link">
      {saved && (
        <>
          <IconCheck size={14} aria-hidden="true" /> Saved
        </>
      )}
    </span>
  );
}

function SwitchSkeletons() {
  return (
    <div aria-busy="true" className={classes.list}>
      {[120, 150, 110, 140].map((width) => (
        <Skeleton key={width} height={20} width={width} radius="sm" />
      ))}
    </div>
  );
}
