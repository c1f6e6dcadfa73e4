import type { SimilarMember } from '@kinbridge/contract/members/members.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { useOwnOrganizationId } from '../../lib/current-user.ts';
import { formatBirthday } from '../../lib/dates.ts';
import { formatPhoneNumber } from '../../lib/format-phone-number.ts';
import { type AddMemberValues, recognizableBy } from './add-member.form.ts';
import classes from './add-member.module.css';
import { similarMembersQuery } from './members.api.ts';
import { memberTexts } from './members.texts.ts';

const pauseMs = 250;

/** Members who may be the person being typed. Only a hint, so a failure isn't reported. */
export function SimilarMembers({ values }: { values: AddMemberValues }) {
  const heading = useId();
  const organizationId = useOwnOrganizationId();
  const [paused] = useDebouncedValue(values, pauseMs);
  const typed = recognizableBy(paused);
  const { data } = useQuery(similarMembersQuery(organizationId, typed));
  const similar = (typed && recognizableBy(values) && data) || [];
  return (
    <div className={`wide ${classes.similar}`} aria-live="polite">
      {similar.length > 0 && (
        <section className="px-sm py-10 round-md tinted" aria-labelledby={heading}>
          <Text id={heading} className="text-xs line-16 bold tint-text">
            {memberTexts.similar}
          </Text>
          <ul className="list">
            {similar.map((one) => (
              <SimilarRow key={one.member.id} {...one} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function SimilarRow({ member, reasons }: SimilarMember) {
  const facts = [
    member.dateOfBirth && `Born ${formatBirthday(member.dateOfBirth)}`,
    member.phoneNumber && formatPhoneNumber(member.phoneNumber),
    member.zipCode,
  ];
  return (
    <li className="gap-sm row between">
      <div className="flex wrap min-w-0 gap-x-xs">
        <strong className="bold">{fullName(member)}</strong>
        <span className="text-xs numbers dimmed line-19">
          {[...facts.filter(Boolean), reasons.join(', ')].join(' · ')}
        </span>
      </div>
      <Button
        className="fixed"
        component={Link}
        to={`/members/${member.id}`}
        variant="default"
        aria-label={`Open ${fullName(member)}, member ${member.id}`}
      >
        Open
      </Button>
    </li>
  );
}
