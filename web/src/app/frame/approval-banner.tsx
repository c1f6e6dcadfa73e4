import { type OrganizationApproval, reviewTime } from '@kinbridge/contract/organizations/organization-approval';
import type { Organization } from '@kinbridge/contract/organizations/organizations.contract';
import type { User } from '@kinbridge/contract/users/users.contract';
import { useQuery } from '@tanstack/react-query';
import { IconAlertCircle } from '../../ui/icons/first-icons.ts';
import classes from './approval-banner.module.css';
import { ownOrganizationQuery } from './own-organization.ts';

const readOnly =
  "You can read your records, but you can't make changes. If this is a mistake, reply to the email that your admins received.";

const approvalTexts: Record<Exclude<OrganizationApproval, 'APPROVED'>, { title: string; text: string }> = {
  WAITING: {
    title: 'Kinbridge is reviewing your organization.',
    text: `New organizations are usually reviewed ${reviewTime}. Until yours is approved, other organizations can't find it, and you can't send them requests, text anyone or share forms. You can prepare your profile, services, members and forms.`,
  },
  REFUSED: { title: "Kinbridge didn't approve your organization.", text: readOnly },
  SUSPENDED: { title: 'Your organization is suspended.', text: readOnly },
};

/** Tells staff that their organization isn't approved, and what that means for them. */
export function ApprovalBanner({ user }: { user: User | undefined }) {
  const { data: organization } = useQuery(ownOrganizationQuery(user));
  // Staff who aren't active get theirs from the public list, which has no approval.
  if (!organization || !('approval' in organization)) return null;
  const { approval, approvalReason } = organization as Organization;
  if (approval === 'APPROVED') return null;
  const { title, text } = approvalTexts[approval];
  return (
    <section className={classes.banner} data-closed={approval !== 'WAITING' || undefined} aria-label={title}>
      <IconAlertCircle className="mt-1 fixed" size={18} aria-hidden="true" />
      <p className="m-0 min-w-0 text-md line-20 anywhere" role="status">
        <strong>{title}</strong> {approvalReason && `Reason: ${withFullStop(approvalReason)} `}
        {text}
      </p>
    </section>
  );
}

function withFullStop(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}
