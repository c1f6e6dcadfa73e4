import type { IdentityField } from '@kinbridge/contract/users/identity-fields';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Text } from '@mantine/core';
import { Facts } from '../../ui/section/facts.tsx';
import { identityLabels, identityValue } from './identity-value.ts';
import { memberTexts } from './members.texts.ts';
import { proposalTexts } from './proposed-changes.texts.ts';

interface MemberFactsProps {
  member: User;
  /** The viewer's organization; facts say if it proposed a value. */
  viewerId: number | null;
}

/** What is known about a member, in one strip. */
export function MemberFacts({ member, viewerId }: MemberFactsProps) {
  const fact = (field: IdentityField) => {
    const proposal = member.proposedChanges?.find(
      (change) => change.field === field && change.organization.id === viewerId,
    );
    const value = member[field] && identityValue(field, member[field]);
    return {
      label: identityLabels[field],
      value: proposal ? <Proposed value={value} accepted={identityValue(field, proposal.value)} /> : value,
      long: field === 'email' || proposal !== undefined,
    };
  };
  return (
    <Facts
      label="Details"
      facts={[
        fact('dateOfBirth'),
        fact('phoneNumber'),
        fact('email'),
        { label: 'Address', value: addressOf(member), long: true },
        { label: 'Zip code', value: member.zipCode },
        fact('participantId'),
        { label: 'Texts', value: <Texts member={member} />, long: member.smsBlockedReason !== undefined },
      ]}
    />
  );
}

function Proposed({ value, accepted }: { value: string | null; accepted: string }) {
  return (
    <>
      {value || '–'}
      <Text component="span" fz={12} c="dimmed" display="block">
        {proposalTexts.proposed(accepted)}
      </Text>
    </>
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
