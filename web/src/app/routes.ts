import type { ComponentType } from 'react';
import { loadCode } from '../lib/load-code.ts';

export interface PublicRoute {
  path: string;
  /** The page's name in the window title. */
  title: string;
  load: () => Promise<ComponentType>;
}

export const publicRoutes: PublicRoute[] = [
  { path: '/login', title: 'Sign in', load: async () => (await import('../pages/login.page.tsx')).LoginPage },
  {
    path: '/login/done',
    title: 'Signing in',
    load: async () => (await import('../pages/sign-in-done.page.tsx')).SignInDonePage,
  },
  {
    path: '/login/confirm',
    title: 'Confirm your sign-in',
    load: async () => (await import('../pages/confirm-sign-in.page.tsx')).ConfirmSignInPage,
  },
  {
    path: '/login/:slug',
    title: 'Sign in',
    load: async () => (await import('../pages/organization-sign-in.page.tsx')).OrganizationSignInPage,
  },
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

/** The portal's addresses. Signed-out visitors see the login screen there; the pages are in portal-routes.ts. */
export const portalPaths = [
  '/',
  '/needs-you',
  '/members',
  '/members/:id',
  '/patients/:id?',
  '/employees',
  '/employees/:id',
  '/service-requests',
  '/incoming-service-requests',
  '/mass-messaging',
  '/mass-messaging/:id',
  '/metrics-dashboard',
  '/metrics-dashboard/requests',
  '/forms-library',
  '/forms-create',
  '/forms-preview',
  '/forms-submissions',
  '/forms-analytics',
  '/member-messaging',
  '/account-management',
];

export const loadNotFound = async () => (await import('../pages/not-found.page.tsx')).NotFoundPage;

/**
 * The route's `lazy`. If the code can't be loaded, the page throws: when `lazy` itself rejects, React Router leaves the
 * window blank instead of showing the nearest error boundary.
 */
export function loadPage(load: () => Promise<ComponentType>): () => Promise<{ Component: ComponentType }> {
  return () =>
    loadCode(load)
      .catch((error) => () => {
        throw error;
      })
      .then((Component) => ({ Component }));
}
