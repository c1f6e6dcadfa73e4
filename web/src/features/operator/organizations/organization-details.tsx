import type {
  OrganizationDecision,
  RegisteredOrganization,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import { organizationTypeLabels } from '@kinbridge/contract/organizations/organization-type';
import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatDateTime } from '../../../lib/dates.ts';
import { formatPhoneNumber } from '../../../lib/format-phone-number.ts';
import { loadLater, usePreload } from '../../../lib/load-later.tsx';
import type { Icon } from '../../../ui/icons/create-icon.ts';
import { IconCircleCheck, IconCircleX, IconHourglass } from '../../../ui/icons/icons.ts';
import { IconBan } from '../../../ui/icons/later-icons.ts';
import { OrganizationLogo } from '../../../ui/organization-logo.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { PageSkeleton } from '../../../ui/page/page-skeleton.tsx';
import { Facts } from '../../../ui/section/facts.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { SectionMessage } from '../../../ui/section/section-message.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { StatusChip, type StatusColor } from '../../../ui/status-chip.tsx';
import { registeredOrganizationQuery } from './organizations.api.ts';
import classes from './organizations.module.css';
import { approvalLabels, decisionTexts, needsReason, organizationTexts as texts } from './organizations.texts.ts';
import { ProposalCard } from './proposal-card.tsx';
import { Warnings } from './warnings.tsx';

const DecideDialog = loadLater(async () => (await import('./decide-dialog.tsx')).DecideDialog);

/** What an organization registered with, what speaks against it, and the decisions that apply now. */
export function OrganizationDetails({ id }: { id: number }) {
  const { data: organization, error, refetch } = useQuery(registeredOrganizationQuery(id));
  const [decision, setDecision] = useState<OrganizationDecision | null>(null);
  usePreload(DecideDialog);
  if (!organization) return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <Page
      title={organization.name}
      picture={<OrganizationLogo organization={organization} size={48} />}
      breadcrumb={[{ label: texts.title, to: '/operator/organizations' }]}
      subtitle={<ApprovalChip approval={organization.approval} />}
      action={organization.decisions.map((one) => (
        <Button key={one} variant={needsReason(one) ? 'default' : 'filled'} onClick={() => setDecision(one)}>
          {decisionTexts[one].button}
        </Button>
      ))}
    >
      {organization.warnings.length > 0 && <Warnings label="Warnings" warnings={organization.warnings} />}
      {!organization.verified && <SectionMessage>{texts.unverified}</SectionMessage>}
      <ProposalCard organization={organization} />
      <Registration organization={organization} />
      <SectionCard title="Admins" count={organization.admins.length}>
        <PlainList
          empty="No admin has signed up yet."
          items={organization.admins.map(({ name, email }) => [email, name, email])}
        />
      </SectionCard>
      <SectionCard title="Services" count={organization.services.length}>
        <PlainList
          empty="This organization registered no services."
          items={organization.services.map((service) => [service.id, service.name, serviceTypeLabels[service.type]])}
        />
      </SectionCard>
      <Suspense>
        {decision && <DecideDialog organization={organization} decision={decision} onClose={() => setDecision(null)} />}
      </Suspense>
    </Page>
  );
}

function Registration({ organization }: { organization: RegisteredOrganization }) {
  const { address, city, state, zipCode, phoneNumber, reason } = organization;
  const place = [address, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return (
    <Facts
      label="Registration"
      facts={[
        { label: 'Registered', value: formatDateTime(organization.createTimestamp) },
        { label: 'Type', value: organizationTypeLabels[organization.organizationType] },
        { label: 'Address', value: place, long: true },
        { label: 'Phone', value: formatPhoneNumber(phoneNumber) },
        { label: 'Email', value: organization.email, long: true },
        { label: 'Website', value: organization.website, long: true },
        ...(reason === null ? [] : [{ label: 'Reason', value: reason, long: true }]),
        ...(organization.description === null
          ? []
          : [{ label: 'Description', value: organization.description, long: true }]),
      ]}
    />
  );
}

type Item = [key: string | number, title: string, more: string];

function PlainList({ items, empty }: { items: Item[]; empty: string }) {
  if (items.length === 0) return <SectionMessage>{empty}</SectionMessage>;
  return (
    <ul className={classes.list}>
      {items.map(([key, title, more]) => (
        <li className="gap-2 px-md py-xs gap-x-md border-top flex wrap" key={key}>
          <strong>{title}</strong>
          <span className="dimmed anywhere">{more}</span>
        </li>
      ))}
    </ul>
  );
}

const looks: Record<OrganizationApproval, [StatusColor, Icon]> = {
  WAITING: ['amber', IconHourglass],
  APPROVED: ['green', IconCircleCheck],
  SUSPENDED: ['slate', IconBan],
  REFUSED: ['gray', IconCircleX],
};

function ApprovalChip({ approval }: { approval: OrganizationApproval }) {
  const [color, icon] = looks[approval];
  return <StatusChip color={color} icon={icon} label={approvalLabels[approval]} />;
}
