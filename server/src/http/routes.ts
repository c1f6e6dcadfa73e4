import type { Route } from '../access/route.ts';
import { actRoutes } from '../features/acts/acts.routes.ts';
import { announcementRoutes } from '../features/announcements/announcements.routes.ts';
import { auditRoutes } from '../features/audit/audit.routes.ts';
import { authRoutes } from '../features/auth/auth.routes.ts';
import { factorRoutes } from '../features/auth/factors.routes.ts';
import { sessionRoutes } from '../features/auth/sessions.routes.ts';
import { customMessageRoutes } from '../features/custom-messages/custom-messages.routes.ts';
import { directoryRoutes } from '../features/directory/directory.routes.ts';
import { employeeRoutes } from '../features/employees/employees.routes.ts';
import { erasureRoutes } from '../features/erasure/erasure.routes.ts';
import { formAnswerRoutes } from '../features/forms/form-answers.routes.ts';
import { formRoutes } from '../features/forms/forms.routes.ts';
import { massMessageRoutes } from '../features/mass-messages/mass-messages.routes.ts';
import { memberExportRoutes } from '../features/member-export/member-export.routes.ts';
import { memberFileRoutes } from '../features/member-files/member-files.routes.ts';
import { memberUploadRoutes } from '../features/members/member-uploads.routes.ts';
import { memberRoutes } from '../features/members/members.routes.ts';
import { mergeRoutes } from '../features/members/merges.routes.ts';
import { proposedChangeRoutes } from '../features/members/proposed-changes.routes.ts';
import { messageRoutes } from '../features/messages/messages.routes.ts';
import { metricRoutes } from '../features/metrics/metrics.routes.ts';
import { needsYouRoutes } from '../features/needs-you/needs-you.routes.ts';
import { operatorRoutes } from '../features/operator/operator.routes.ts';
import { systemRoutes } from '../features/operator/system.routes.ts';
import { invitationRoutes } from '../features/organizations/invitations.routes.ts';
import { organizationRoutes } from '../features/organizations/organizations.routes.ts';
import { emailPreferenceRoutes } from '../features/profile/email-preferences.routes.ts';
import { profileRoutes } from '../features/profile/profile.routes.ts';
import { pushNotificationRoutes } from '../features/push-notifications/push-notifications.routes.ts';
import { scimTokenRoutes } from '../features/scim/scim-tokens.routes.ts';
import { boardRoutes } from '../features/service-requests/boards.routes.ts';
import { serviceRequestRoutes } from '../features/service-requests/service-requests.routes.ts';
import { serviceRoutes } from '../features/services/services.routes.ts';
import { signInRuleRoutes } from '../features/sign-in-rules/sign-in-rules.routes.ts';
import { signUpRoutes } from '../features/sign-up/sign-up.routes.ts';
import { singleSignOnRoutes } from '../features/single-sign-on/single-sign-on.routes.ts';
import { supportDeskRoutes } from '../features/support/desk.routes.ts';
import { supportRoutes } from '../features/support/support.routes.ts';
import { archiveRoutes } from '../upkeep/archive/archive.routes.ts';
import { eventRoutes } from './events.ts';

export const routes: Route[] = [
  ...signUpRoutes,
  ...authRoutes,
  ...singleSignOnRoutes,
  ...sessionRoutes,
  ...factorRoutes,
  ...organizationRoutes,
  ...invitationRoutes,
  ...signInRuleRoutes,
  ...scimTokenRoutes,
  ...serviceRoutes,
  ...directoryRoutes,
  ...profileRoutes,
  ...pushNotificationRoutes,
  ...proposedChangeRoutes,
  ...employeeRoutes,
  ...boardRoutes,
  ...needsYouRoutes,
  ...emailPreferenceRoutes,
  ...memberRoutes,
  ...memberUploadRoutes,
  ...mergeRoutes,
  ...memberExportRoutes,
  ...erasureRoutes,
  ...memberFileRoutes,
  ...serviceRequestRoutes,
  ...actRoutes,
  ...messageRoutes,
  ...massMessageRoutes,
  ...eventRoutes,
  ...customMessageRoutes,
  ...metricRoutes,
  ...formRoutes,
  ...formAnswerRoutes,
  ...supportRoutes,
  ...supportDeskRoutes,
  ...announcementRoutes,
  ...auditRoutes,
  ...archiveRoutes,
  ...operatorRoutes,
  ...systemRoutes,
];
