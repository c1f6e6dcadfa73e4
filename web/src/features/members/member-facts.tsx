import type { User } from '@kinbridge/contract/users/users.contract';
import { Text } from '@mantine/core';
import { formatBirthday } from '../../lib/dates.ts';
import { formatPhoneNumber } from '../../lib/format-phone-number.ts';
import { Facts } from '../../ui/facts.tsx';
import { memberTexts } from './members.texts.ts';

/** What is known of a member, in one strip. */
export function MemberFacts({ member }: { member: User }) {
  return (
    <Facts
      label="Details"
      facts={[
        { label: 'Birth date', value: member.dateOfBirth && formatBirthday(member.dateOfBirth) },
        { label: 'Phone', value: member.phoneNumber && formatPhoneNumber(member.phoneNumber) },
        { label: 'Email', value: member.email, long: true },
        { label: 'Address', value: addressOf(member), long: true },
        { label: 'Zip code', value: member.zipCode },
        { label: 'Participant ID', value: member.participantId && formatParticipantId(member.participantId) },
        { label: 'Texts', value: <Texts member={member} />, long: member.smsBlockedReason !== undefined },
      ]}
    />
  );
}

function Texts({ member }: { member: User }) {
  if (member.smsBlockedReason === undefined) return memberTexts.textsAllowed;
  return (
    <>
      {memberTexts.textsNotAllowed}
      <Text component="span" fz={12} c="dimmed" display="block">
        {member.smsBlockedReason}
      </Text>
    </>
  );
}

export function addressOf({ addressLine1, addressLine2, city, state }: User): string {
  return [addressLine1, addressLine2, city, state].filter(Boolean).join(', ');
}

/** Eleven digits are read out in groups: 00418 226 731. */
function formatParticipantId(id: string): string {
  return id.replace(/^(\d{5})(\d{3})(\d{3})$/, '$1 $2 $3');
}
