import type { ComponentType } from 'react';
import type { Icon } from '../../ui/icons/create-icon.ts';
import { IconBuilding, IconLifebuoy, IconSpeakerphone, IconUserCircle } from '../../ui/icons/icons.ts';
import { IconChartBar, IconDeviceDesktop, IconListDetails } from '../../ui/icons/later-icons.ts';

interface OperatorPage {
  path: string;
  title: string;
  /** Without one, the page has no entry in the menu. */
  icon?: Icon;
  load: () => Promise<ComponentType>;
}

/** The pages of the operator's console, in the order of its menu. The first one opens first. */
export const operatorPages: OperatorPage[] = [
  {
    path: '/operator/organizations',
    title: 'Organizations',
    icon: IconBuilding,
    load: async () => (await import('../../pages/operator/organizations.page.tsx')).OperatorOrganizationsPage,
  },
  {
    path: '/operator/organizations/:id',
    title: 'Organization',
    load: async () => (await import('../../pages/operator/organization.page.tsx')).OperatorOrganizationPage,
  },
  {
    path: '/operator/support',
    title: 'Support',
    icon: IconLifebuoy,
    load: async () => (await import('../../pages/operator/support.page.tsx')).OperatorSupportPage,
  },
  {
    path: '/operator/support/:id',
    title: 'Support question',
    load: async () => (await import('../../pages/operator/question.page.tsx')).OperatorQuestionPage,
  },
  {
    path: '/operator/system',
    title: 'System',
    icon: IconDeviceDesktop,
    load: async () => (await import('../../pages/operator/system.page.tsx')).OperatorSystemPage,
  },
  {
    path: '/operator/announcements',
    title: 'Announcements',
    icon: IconSpeakerphone,
    load: async () => (await import('../../pages/operator/announcements.page.tsx')).OperatorAnnouncementsPage,
  },
  {
    path: '/operator/usage',
    title: 'Usage',
    icon: IconChartBar,
    load: async () => (await import('../../pages/operator/usage.page.tsx')).OperatorUsagePage,
  },
  {
    path: '/operator/log',
    title: 'Log',
    icon: IconListDetails,
    load: async () => (await import('../../pages/operator/log.page.tsx')).OperatorLogPage,
  },
  {
    path: '/operator/account',
    title: 'Account',
    icon: IconUserCircle,
    load: async () => (await import('../../pages/operator/account.page.tsx')).OperatorAccountPage,
  },
];
