import { fillTemplate, responseTime } from '@kinbridge/contract/custom-messages/message-templates';
import { countSmsSegments } from '@kinbridge/contract/sms/sms-segments';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '../../lib/current-user.ts';
import { organizationNameQuery } from '../../lib/queries/organization.query.ts';
import classes from './custom-messages.module.css';
import { customMessageTexts } from './custom-messages.texts.ts';

/** The message as a phone shows it, with sample values and its cost. */
export function MessagePreview({ organizationId, text }: { organizationId: number; text: string }) {
  const user = useCurrentUser();
  const { data: organizationName } = useQuery(organizationNameQuery(organizationId));
  const filled = fillTemplate(text.trim(), {
    member_name: 'Marisol',
    assignee_name: fullName(user),
    organization_name: organizationName ?? 'your organization',
    service_name: 'Weekly food box',
    service_request_id: '4829',
    response_time: responseTime(48),
    referrer_name: organizationName ?? 'your organization',
    referrer_phone: '(555) 010-0199',
  });
  const { characters, segments } = countSmsSegments(filled);
  return (
    <div>
      <div className="mb-2xs text-xs line-18 bold label">{customMessageTexts.preview}</div>
      {filled !== '' && (
        <output className={classes.bubble} aria-label={customMessageTexts.preview} aria-live="off">
          {filled}
        </output>
      )}
      <Text className="mt-2xs text-xs line-18 dimmed">
        {filled === '' ? customMessageTexts.emptyPreview : customMessageTexts.counts(characters, segments)}
      </Text>
    </div>
  );
}
