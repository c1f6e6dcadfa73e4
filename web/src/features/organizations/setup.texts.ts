import type { OrganizationSetup } from '@kinbridge/contract/organizations/setup.contract';

export const setupTexts = {
  title: 'Get started',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done.',
  dismiss: 'Dismiss',
  failed: "We couldn't dismiss the list.",
};

interface Step {
  step: Exclude<keyof OrganizationSetup, 'dismissed'>;
  title: string;
  hint: string;
  to: string;
}

/** The most helpful steps first. */
export const setupSteps: Step[] = [
  {
    step: 'services',
    title: 'Add your services',
    hint: 'Partners find you by your services.',
    to: '/account-management',
  },
  {
    step: 'logo',
    title: 'Upload your logo',
    hint: 'Edit your business profile to add it.',
    to: '/account-management',
  },
  {
    step: 'colleagues',
    title: 'Invite colleagues',
    hint: 'Send an email or share a sign-up link.',
    to: '/employees?invite=1',
  },
  {
    step: 'members',
    title: 'Add members',
    hint: 'Add them one by one or upload your list.',
    to: '/members',
  },
  {
    step: 'referral',
    title: 'Send your first referral',
    hint: 'Refer a member to a service nearby.',
    to: '/service-requests',
  },
  {
    step: 'form',
    title: 'Publish your first form',
    hint: 'Start from a template and share its link.',
    to: '/forms-library',
  },
];
