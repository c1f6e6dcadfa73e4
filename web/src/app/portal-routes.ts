import type { MenuIcon } from './frame/menu-icons.ts';
import type { PublicRoute } from './routes.ts';

export interface PortalRoute extends PublicRoute {
  /** Who sees the page in the menu and may open it. Staff who aren't active have only their own profile. */
  who: 'everyone' | 'active staff' | 'active admins';
  /** The page needs the room, so it opens with the menu collapsed. */
  wide?: true;
  /**
   * Its entry in the side menu, with a count; `who` if fewer people see the entry than may open the page. Lines divide
   * the three groups. `covers` are the starts of other addresses that belong to it.
   */
  menu?: {
    group: 'own' | 'work' | 'account';
    icon: MenuIcon;
    count?: 'waiting' | 'requested' | 'pending';
    who?: PortalRoute['who'];
    covers?: string;
  };
}

/** The portal's pages, in the order of the side menu and the palette. */
export const portalRoutes: PortalRoute[] = [
  {
    path: '/',
    title: 'Profile',
    who: 'everyone',
    menu: { group: 'own', icon: 'profile' },
    load: async () => (await import('../pages/profile.page.tsx')).ProfilePage,
  },
  {
    path: '/needs-you',
    title: 'Needs you',
    who: 'active staff',
    menu: { group: 'work', icon: 'needsYou', count: 'waiting' },
    load: async () => (await import('../pages/needs-you.page.tsx')).NeedsYouPage,
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
    menu: { group: 'work', icon: 'employees', count: 'pending' },
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
    path: '/mass-messaging',
    title: 'Mass Messaging',
    who: 'active staff',
    menu: { group: 'work', icon: 'massMessaging' },
    load: async () => (await import('../pages/mass-messaging.page.tsx')).MassMessagingPage,
  },
  {
    path: '/mass-messaging/:id',
    title: 'Mass message',
    who: 'active staff',
    load: async () => (await import('../pages/mass-message.page.tsx')).MassMessagePage,
  },
  {
    path: '/metrics-dashboard',
    title: 'Metrics Dashboard',
    who: 'active staff',
    menu: { group: 'work', icon: 'metrics' },
    load: async () => (await import('../pages/metrics-dashboard.page.tsx')).MetricsDashboardPage,
  },
  {
    path: '/metrics-dashboard/requests',
    title: 'Metrics Dashboard',
    who: 'active staff',
    load: async () => (await import('../pages/metrics-requests.page.tsx')).MetricsRequestsPage,
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
