import { maxIdleMinutes } from '@kinbridge/contract/sign-in-rules/idle-minutes';
import type { SignInRules } from '@kinbridge/contract/sign-in-rules/sign-in-rules.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Button, NativeSelect, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentUser } from '../../lib/current-user.ts';
import { staffQuery } from '../../lib/queries/staff.query.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import classes from './sign-in-rules.module.css';
import { idleLabel, requireWarning, signInRuleTexts as texts } from './sign-in-rules.texts.ts';

interface SignInRulesFieldsProps {
  organizationId: number;
  /** Leads through the organization's provider back here; undefined without one. */
  tryUrl: string | undefined;
  rules: SignInRules;
  /** Changes are then ignored. The fields aren't disabled, or the one being changed would lose focus. */
  saving: boolean;
  onChange: (change: Partial<SignInRules>) => void;
}

const idleChoices = [5, 10, 15, 30, 60, 120, 240, maxIdleMinutes];

export function SignInRulesFields({ organizationId, tryUrl, rules, saving, onChange }: SignInRulesFieldsProps) {
  const self = useCurrentUser();
  const { data: staff = [] } = useQuery(staffQuery(organizationId));
  const [asking, setAsking] = useState<'requireSecondFactor' | 'onlySingleSignOn' | null>(null);
  const active = staff.filter(({ status }) => status === 'ACTIVE');
  const without = active.filter(({ secondFactor }) => !secondFactor).length;
  const admins = possibleBreakGlass(staff, rules.breakGlassUserId);

  const mayBeOnly = rules.onlySingleSignOn || rules.breakGlassUserId !== null;

  /** Rules that can keep people out ask first. */
  const turn = (rule: 'requireSecondFactor' | 'onlySingleSignOn', on: boolean) =>
    on ? setAsking(rule) : onChange({ [rule]: false });

  return (
    <>
      <ul className={`m-0 border-top card-body grid unlisted ${classes.list}`}>
        <li>
          <Switch
            label={texts.requireSecondFactor}
            description={texts.requireSecondFactorHint}
            checked={rules.requireSecondFactor}
            aria-disabled={saving}
            onChange={(event) => turn('requireSecondFactor', event.currentTarget.checked)}
          />
        </li>
        <li>
          <Switch
            label={texts.providerIsFactor}
            description={texts.providerIsFactorHint}
            checked={rules.singleSignOnIsSecondFactor}
            aria-disabled={saving}
            onChange={(event) => onChange({ singleSignOnIsSecondFactor: event.currentTarget.checked })}
          />
        </li>
        <li>
          <NativeSelect
            label={texts.idleMinutes}
            description={texts.idleMinutesHint}
            value={rules.idleMinutes ?? ''}
            aria-disabled={saving}
            onChange={({ currentTarget: { value } }) => onChange({ idleMinutes: value === '' ? null : Number(value) })}
            data={[
              { value: '', label: 'Never' },
              ...withPresent(idleChoices, rules.idleMinutes).map((minutes) => ({
                value: String(minutes),
                label: `After ${idleLabel(minutes)}`,
              })),
            ]}
          />
        </li>
        <li>
          <Switch
            label={texts.onlySingleSignOn}
            description={[
              texts.onlySingleSignOnHint,
              !rules.onlySingleSignOn && texts.tryFirst,
              !mayBeOnly && texts.breakGlassFirst,
            ]
              .filter(Boolean)
              .join(' ')}
            checked={rules.onlySingleSignOn}
            aria-disabled={saving}
            disabled={!mayBeOnly}
            onChange={(event) => turn('onlySingleSignOn', event.currentTarget.checked)}
          />
          {tryUrl && !rules.onlySingleSignOn && (
            <Button component="a" href={tryUrl} variant="default" className="mt-xs">
              {texts.tryNow}
            </Button>
          )}
        </li>
        <li>
          <NativeSelect
            label={texts.breakGlass}
            description={admins.length === 0 ? texts.noBreakGlass : texts.breakGlassHint}
            value={rules.breakGlassUserId ?? ''}
            aria-disabled={saving}
            disabled={admins.length === 0}
            onChange={({ currentTarget: { value } }) =>
              onChange({ breakGlassUserId: value === '' ? null : Number(value) })
            }
            data={[
              { value: '', label: texts.chooseBreakGlass, disabled: rules.onlySingleSignOn },
              ...admins.map((admin) => ({ value: String(admin.id), label: fullName(admin) })),
            ]}
          />
        </li>
        <li>
          <NativeSelect
            label={texts.newPeople}
            description={texts.newPeopleHint}
            value={rules.newPeople}
            aria-disabled={saving}
            onChange={({ currentTarget: { value } }) => onChange({ newPeople: value as SignInRules['newPeople'] })}
            data={[
              { value: 'PENDING', label: 'Wait for an admin' },
              { value: 'ACTIVE', label: 'Active from the start' },
            ]}
          />
        </li>
      </ul>
      <ConfirmDialog
        opened={asking !== null}
        title={asking === 'onlySingleSignOn' ? texts.onlyTitle : texts.requireTitle}
        text={
          asking === 'onlySingleSignOn' ? texts.onlyText : requireWarning(without, active.length, !self.secondFactor)
        }
        confirm={asking === 'onlySingleSignOn' ? texts.onlyConfirm : texts.requireConfirm}
        destructive={false}
        onConfirm={() => {
          if (asking) onChange({ [asking]: true });
          setAsking(null);
        }}
        onCancel={() => setAsking(null)}
      />
    </>
  );
}

/** Active admins with a second factor, and the present one. */
function possibleBreakGlass(staff: User[], present: number | null): User[] {
  return staff.filter(
    ({ id, userType, status, secondFactor }) =>
      id === present || (userType === 'ADMIN' && status === 'ACTIVE' && secondFactor),
  );
}

/** Another client may have chosen a value between ours. */
function withPresent(choices: number[], present: number | null): number[] {
  const all = present === null ? choices : [...choices, present];
  return [...new Set(all)].sort((a, b) => a - b);
}
