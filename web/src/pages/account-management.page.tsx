import { fullName } from '@kinbridge/contract/users/full-name';
import { userTypeLabels } from '@kinbridge/contract/users/user-status';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AuditLog } from '../features/audit/audit-log.tsx';
import { BusinessProfile } from '../features/organizations/business-profile.tsx';
import { UserFacts } from '../features/profile/user-facts.tsx';
import { profileDraft } from '../features/profile/users.api.ts';
import { ScimCard } from '../features/scim/scim-card.tsx';
import { CompanyServices } from '../features/services/company-services.tsx';
import { SignInRulesCard } from '../features/sign-in-rules/sign-in-rules.tsx';
import { type SignOnSettings, signOnSettingsQuery } from '../features/single-sign-on/single-sign-on.api.ts';
import { SingleSignOnCard } from '../features/single-sign-on/single-sign-on-card.tsx';
import { useCurrentUser, useOwnOrganizationId } from '../lib/current-user.ts';
import { loadLater } from '../lib/load-later.tsx';
import { servicesQuery } from '../lib/queries/organization.query.ts';
import { staffQuery } from '../lib/queries/staff.query.ts';
import { hasKeptEdit } from '../lib/use-kept-edit.ts';
import { IconPencil } from '../ui/icons/later-icons.ts';
import { Page } from '../ui/page/page.tsx';
import { PersonAvatar } from '../ui/person-avatar.tsx';
import { SectionCard } from '../ui/section/section-card.tsx';
import { CountTabs } from '../ui/table/count-tabs.tsx';
import classes from './account-management.module.css';

const EditProfileDialog = loadLater(
  async () => (await import('../features/profile/edit-profile-dialog.tsx')).EditProfileDialog,
);

const tabs = [
  { value: 'account', label: 'Account', count: null },
  { value: 'sign-in', label: 'Sign-in', count: null },
  { value: 'audit-log', label: 'Audit log', count: null },
];

/** Specification §2: the admin's account, the business profile and the services. How staff sign in and the audit log have their own tabs. */
export function AccountManagementPage() {
  const organizationId = useOwnOrganizationId();
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const tab = tabs.find(({ value }) => value === asked)?.value ?? 'account';
  return (
    <Page title="Account Management" windowTitle="Account">
      <div className={`column grow ${classes.tabs}`}>
        <CountTabs
          label="Account Management"
          tabs={tabs}
          value={tab}
          onChange={(next) => setParams(next === 'account' ? {} : { tab: next })}
        >
          <div className={`gap-14 px-lg mt-14 column ${classes.panel}`} data-in-order>
            {tab === 'audit-log' && <OrganizationLog organizationId={organizationId} />}
            {tab === 'sign-in' && <SignIn organizationId={organizationId} />}
            {tab === 'account' && (
              <>
                <OwnAccount />
                <BusinessProfile organizationId={organizationId} />
                <CompanyServices organizationId={organizationId} />
              </>
            )}
          </div>
        </CountTabs>
      </div>
    </Page>
  );
}

function SignIn({ organizationId }: { organizationId: number }) {
  const { data: settings } = useQuery(signOnSettingsQuery(organizationId));
  return (
    <>
      <SignInRulesCard organizationId={organizationId} tryUrl={settings && tryUrlOf(settings)} />
      <SingleSignOnCard organizationId={organizationId} />
      <ScimCard organizationId={organizationId} origin={settings && new URL(settings.oidc.redirectUri).origin} />
    </>
  );
}

/** A sign-in through the organization's provider that ends on this page again. */
function tryUrlOf({ oidc, saml }: SignOnSettings): string | undefined {
  if (oidc.issuer === null && saml.issuer === null) return undefined;
  const returnPath = '/account-management?tab=sign-in';
  return `/v1/auth/sso/${encodeURIComponent(oidc.slug)}?${new URLSearchParams({ returnPath })}`;
}

function OwnAccount() {
  const user = useCurrentUser();
  const [editing, setEditing] = useState(() => hasKeptEdit(profileDraft(user.id)));
  return (
    <SectionCard
      title="Account"
      action={
        <Button variant="subtle" leftSection={<IconPencil />} onClick={() => setEditing(true)}>
          Edit Profile
        </Button>
      }
    >
      <div className="border-top card-body column gap-sm">
        <div className="row gap-sm">
          <PersonAvatar firstName={user.firstName} lastName={user.lastName} size={40} self />
          <div>
            <Text className="heavy anywhere">{fullName(user)}</Text>
            <Text c="dimmed">{userTypeLabels[user.userType]}</Text>
          </div>
        </div>
        <UserFacts user={user} plain />
      </div>
      <Suspense>{editing && <EditProfileDialog user={user} own onClose={() => setEditing(false)} />}</Suspense>
    </SectionCard>
  );
}

/** The log holds ids; the names of employees and services come from their own lists. */
function OrganizationLog({ organizationId }: { organizationId: number }) {
  const { data: staff } = useQuery(staffQuery(organizationId));
  const { data: services } = useQuery(servicesQuery(organizationId));
  const names = useMemo(
    () => ({
      employees: new Map(staff?.map((employee) => [employee.id, fullName(employee)])),
      services: new Map(services?.map(({ id, name }) => [id, name])),
    }),
    [staff, services],
  );
  return <AuditLog organizationId={organizationId} names={names} />;
}
