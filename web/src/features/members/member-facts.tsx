import { type MemberField, memberFieldNames, memberFields } from '@kinbridge/contract/member-fields/member-fields';
import { addressOf } from '@kinbridge/contract/users/address-of';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Text } from '@mantine/core';
import { Facts } from '../../ui/section/facts.tsx';
import { memberValue, valueOrBlank } from './member-values.ts';
import { memberTexts } from './members.texts.ts';
import { proposalTexts } from './proposed-changes.texts.ts';

interface MemberFactsProps {
  member: User;
  /** The viewer's organization; facts say if it proposed a value. */
  viewerId: number | null;
}

/** The name is the title; the address is one fact. */
const shownElsewhere: MemberField[] = ['firstName', 'lastName', 'addressLine2', 'city', 'state'];
const factFields = memberFieldNames.filter((field) => !shownElsewhere.includes(field));

/** What is known about a member, in one strip. */
export function MemberFacts({ member, viewerId }: MemberFactsProps) {
  const fact = (field: MemberField) => {
    const label = memberFields[field].fact;
    if (field === 'addressLine1') return { label, value: addressOf(member), long: true };
    const proposal = member.proposedChanges?.find(
      (change) => change.field === field && change.organization.id === viewerId,
    );
    const value = memberValue(field, member[field]);
    return {
      label,
      value: proposal ? <Proposed value={value} accepted={valueOrBlank(field, proposal.value)} /> : value,
      long: field === 'email' || proposal !== undefined,
    };
  };
  return (
    <Facts
      label="Details"
      facts={[
        ...factFields.map(fact),
        { label: 'Texts', value: <Texts member={member} />, long: Boolean(member.smsBlockedReason) },
      ]}
    />
  );
}

function Proposed({ value, accepted }: { value: string; accepted: string }) {
  return (
    <>
      {value || '–'}
      <Text component="span" fz="xs" c="dimmed" display="block">
        {proposalTexts.proposed(accepted)}
      </Text>
    </>
  );
}

function Texts({ member }: { member: User }) {
  if (!member.smsBlockedReason) return memberTexts.textsAllowed;
  return (
    <>
      {memberTexts.textsNotAllowed}
      <Text component="span" fz="xs" c="dimmed" display="block">
        {member.smsBlockedReason}
      </Text>
    </>
  );
}
