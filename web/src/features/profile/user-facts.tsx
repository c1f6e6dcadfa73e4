import { formatBirthday } from '@kinbridge/contract/shared/calendar-date';
import { addressOf } from '@kinbridge/contract/users/address-of';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Text } from '@mantine/core';
import { formatPhoneNumber } from '../../lib/format-phone-number.ts';
import { Facts } from '../../ui/section/facts.tsx';

/** Specification §2: ID, Birthdate, Zipcode, Email, Phone # and Address of a person. */
export function UserFacts({ user, plain = false }: { user: User; plain?: boolean }) {
  return (
    <Facts
      plain={plain}
      label="Details"
      facts={[
        { label: 'ID', value: user.id },
        { label: 'Birthdate', value: user.dateOfBirth && formatBirthday(user.dateOfBirth) },
        { label: 'Zipcode', value: user.zipCode },
        { label: 'Email', value: <Email user={user} />, long: true },
        { label: 'Phone #', value: user.phoneNumber && formatPhoneNumber(user.phoneNumber) },
        { label: 'Address', value: addressOf(user), long: true },
      ]}
    />
  );
}

function Email({ user }: { user: User }) {
  if (!user.pendingEmail) return user.email ?? '–';
  return (
    <>
      {user.email}
      <Text component="span" fz="xs" c="dimmed" display="block">
        {user.pendingEmail} isn't verified yet
      </Text>
    </>
  );
}
