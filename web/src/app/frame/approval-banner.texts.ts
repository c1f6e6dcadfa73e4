import { type OrganizationApproval, reviewTime } from '@kinbridge/contract/organizations/organization-approval';

const readOnly =
  "You can read your records, but you can't make changes. If this is a mistake, reply to the email that your admins received.";

export const approvalTexts: Record<Exclude<OrganizationApproval, 'APPROVED'>, { title: string; text: string }> = {
  WAITING: {
    title: 'Kinbridge is reviewing your organization.',
    text: `New organizations are usually reviewed ${reviewTime}. Until yours is approved, other organizations can't find it, and you can't send them requests, text anyone or share forms. You can prepare your profile, services, members and forms.`,
  },
  REFUSED: { title: "Kinbridge didn't approve your organization.", text: readOnly },
  SUSPENDED: { title: 'Your organization is suspended.', text: readOnly },
};
