import type { ComponentType } from 'react';
import type { MenuIcon } from './frame/menu-icons.ts';

export interface PublicRoute {
  path: string;
  /** The page's name in the window's title. */
  title: string;
  load: () => Promise<ComponentType>;
}

export interface PortalRoute extends PublicRoute {
  /** Who sees the page in the menu and may open it. Staff who are not active have their own profile only. */
  who: 'everyone' | 'active staff' | 'active admins';
  /** The page needs the room: it opens with the menu closed. */
  wide?: true;
  /**
   * Its entry in the side menu, with the number of what waits there; `who` where fewer find it there than may open it.
   * Hairlines divide the three groups. `covers` is how the addresses begin that belong to it as well.
   */
  menu?: {
    group: 'own' | 'work' | 'account';
    icon: MenuIcon;
    count?: 'requested';
    who?: PortalRoute['who'];
    covers?: string;
  };
}

export const publicRoutes: PublicRoute[] = [
  { path: '/login', title: 'Sign in', load: async () => (await import('../pages/login.page.tsx')).LoginPage },
  { path: '/signup', title: 'Sign up', load: async () => (await import('../pages/signup.page.tsx')).SignupPage },
  {
    path: '/verify-email',
    title: 'Verify your account',
    load: async () => (await import('../pages/verify-email.page.tsx')).VerifyEmailPage,
  },
  {
    path: '/reset-password',
    title: 'Reset password',
    load: async () => (await import('../pages/reset-password.page.tsx')).ResetPasswordPage,
  },
  {
    path: '/add-organization',
    title: 'Add your organization',
    load: async () => (await import('../pages/add-organization.page.tsx')).AddOrganizationPage,
  },
  {
    path: '/privacy-policy',
    title: 'Terms of Service & Privacy Policy',
    load: async () => (await import('../pages/privacy-policy.page.tsx')).PrivacyPolicyPage,
  },
  { path: '/pricing', title: 'Pricing', load: async () => (await import('../pages/pricing.page.tsx')).PricingPage },
];

/** The pages of the portal, in the order of the side menu and of the palette. */
export const portalRoutes: PortalRoute[] = [
  {
    path: '/',
    title: 'Profile',
    who: 'everyone',
    menu: { group: 'own', icon: 'profile' },
    load: async () => (await import('../pages/profile.page.tsx')).ProfilePage,
  },
  {
    path: '/members',
    title: 'Member Management',
    who: 'everyone',
    menu: { group: 'work', icon: 'members', who: 'active staff' },
    load: async () => (await import('../pages/members.page.tsx')).MembersPage,
  },
  {
    path: '/members/:id',
    title: 'Member',
    who: 'everyone',
    load: async () => (await import('../pages/member-profile.page.tsx')).MemberProfilePage,
  },
  {
    path: '/patients/:id?',
    title: 'Member',
    who: 'everyone',
    load: async () => (await import('../pages/member-profile.page.tsx')).MemberProfilePage,
  },
  {
    path: '/employees',
    title: 'Employee Management',
    who: 'active staff',
    menu: { group: 'work', icon: 'employees' },
    load: async () => (await import('../pages/employees.page.tsx')).EmployeesPage,
  },
  {
    path: '/employees/:id',
    title: 'Employee Profile',
    who: 'everyone',
    load: async () => (await import('../pages/employee-profile.page.tsx')).EmployeeProfilePage,
  },
  {
    path: '/service-requests',
    title: 'Outgoing Service Requests',
    who: 'active staff',
    menu: { group: 'work', icon: 'outgoing' },
    load: async () => (await import('../pages/service-requests.page.tsx')).OutgoingServiceRequestsPage,
  },
  {
    path: '/incoming-service-requests',
    title: 'Incoming',
    who: 'active staff',
    menu: { group: 'work', icon: 'incoming', count: 'requested' },
    load: async () => (await import('../pages/service-requests.page.tsx')).IncomingServiceRequestsPage,
  },
  {
    path: '/forms-library',
    title: 'Forms Library',
    who: 'active staff',
    menu: { group: 'work', icon: 'forms', covers: '/forms-' },
    load: async () => (await import('../pages/forms-library.page.tsx')).FormsLibraryPage,
  },
  {
    path: '/forms-create',
    title: 'Form builder',
    who: 'active staff',
    wide: true,
    load: async () => (await import('../pages/forms-create.page.tsx')).FormsCreatePage,
  },
  {
    path: '/forms-preview',
    title: 'Form preview',
    who: 'active staff',
    load: async () => (await import('../pages/forms-preview.page.tsx')).FormsPreviewPage,
  },
  {
    path: '/forms-submissions',
    title: 'Survey Responses',
    who: 'active staff',
    load: async () => (await import('../pages/forms-submissions.page.tsx')).FormsSubmissionsPage,
  },
  {
    path: '/forms-analytics',
    title: 'Survey Analytics',
    who: 'active staff',
    load: async () => (await import('../pages/forms-analytics.page.tsx')).FormsAnalyticsPage,
  },
  {
    path: '/member-messaging',
    title: 'Member Messaging',
    who: 'active staff',
    menu: { group: 'work', icon: 'memberMessaging' },
    load: async () => (await import('../pages/member-messaging.page.tsx')).MemberMessagingPage,
  },
  {
    path: '/account-management',
    title: 'Account',
    who: 'active admins',
    menu: { group: 'account', icon: 'account' },
    load: async () => (await import('../pages/account-management.page.tsx')).AccountManagementPage,
  },
];

export const loadNotFound = async () => (await import('../pages/not-found.page.tsx')).NotFoundPage;
