import { actCalls } from './acts/acts.contract.ts';
import { announcementCalls } from './announcements/announcements.contract.ts';
import { auditCalls } from './audit/audit.contract.ts';
import { authCalls } from './auth/auth.contract.ts';
import { secondFactorCalls } from './auth/second-factor.contract.ts';
import { sessionCalls } from './auth/sessions.contract.ts';
import { customMessageCalls } from './custom-messages/custom-messages.contract.ts';
import { directoryCalls } from './directory/directory.contract.ts';
import { employeeCalls } from './employees/employees.contract.ts';
import { erasureCalls } from './erasure/erasure.contract.ts';
import { authenticatorCalls } from './factors/authenticator.contract.ts';
import { passkeyCalls } from './factors/passkeys.contract.ts';
import { formAnswerCalls } from './forms/form-answers.contract.ts';
import { formCalls } from './forms/forms.contract.ts';
import { massMessageCalls } from './mass-messages/mass-messages.contract.ts';
import { memberExportCalls } from './member-export/member-export.contract.ts';
import { memberFileCalls } from './member-files/member-files.contract.ts';
import { memberUploadCalls } from './members/member-uploads.contract.ts';
import { memberCalls } from './members/members.contract.ts';
import { mergeCalls } from './members/merges.contract.ts';
import { messageCalls } from './messages/messages.contract.ts';
import { metricCalls } from './metrics/metrics.contract.ts';
import { needsYouCalls } from './needs-you/needs-you.contract.ts';
import { operatorCalls } from './operator/operator.contract.ts';
import { operatorAnnouncementCalls } from './operator/operator-announcements.contract.ts';
import { operatorOrganizationCalls } from './operator/operator-organizations.contract.ts';
import { operatorSupportCalls } from './operator/operator-support.contract.ts';
import { operatorSystemCalls } from './operator/operator-system.contract.ts';
import { operatorUsageCalls } from './operator/operator-usage.contract.ts';
import { invitationCalls } from './organizations/invitations.contract.ts';
import { organizationCalls } from './organizations/organizations.contract.ts';
import { proposedProfileCalls } from './organizations/proposed-profile.contract.ts';
import { setupCalls } from './organizations/setup.contract.ts';
import { emailPreferenceCalls } from './profile/email-preferences.contract.ts';
import { pushNotificationCalls } from './push-notifications/push-notifications.contract.ts';
import { scimTokenCalls } from './scim/scim-tokens.contract.ts';
import { boardCalls } from './service-requests/boards.contract.ts';
import { serviceRequestCalls } from './service-requests/service-requests.contract.ts';
import { similarRequestCalls } from './service-requests/similar.contract.ts';
import { textPreviewCalls } from './service-requests/text-preview.contract.ts';
import { serviceCalls } from './services/services.contract.ts';
import { signInRuleCalls } from './sign-in-rules/sign-in-rules.contract.ts';
import { oidcCalls } from './single-sign-on/oidc.contract.ts';
import { samlCalls } from './single-sign-on/saml.contract.ts';
import { singleSignOnCalls } from './single-sign-on/single-sign-on.contract.ts';
import { supportCalls } from './support/support.contract.ts';
import { proposedChangeCalls } from './users/proposed-changes.contract.ts';
import { userCalls } from './users/users.contract.ts';

/** Every API call. A test checks that the server registers each one. */
export const calls = {
  ...authCalls,
  ...singleSignOnCalls,
  ...sessionCalls,
  ...samlCalls,
  ...oidcCalls,
  ...secondFactorCalls,
  ...authenticatorCalls,
  ...passkeyCalls,
  ...organizationCalls,
  ...invitationCalls,
  ...setupCalls,
  ...proposedProfileCalls,
  ...scimTokenCalls,
  ...signInRuleCalls,
  ...serviceCalls,
  ...directoryCalls,
  ...actCalls,
  ...userCalls,
  ...proposedChangeCalls,
  ...employeeCalls,
  ...emailPreferenceCalls,
  ...pushNotificationCalls,
  ...memberCalls,
  ...memberUploadCalls,
  ...mergeCalls,
  ...memberExportCalls,
  ...erasureCalls,
  ...memberFileCalls,
  ...serviceRequestCalls,
  ...similarRequestCalls,
  ...textPreviewCalls,
  ...boardCalls,
  ...needsYouCalls,
  ...messageCalls,
  ...massMessageCalls,
  ...customMessageCalls,
  ...metricCalls,
  ...formCalls,
  ...formAnswerCalls,
  ...supportCalls,
  ...announcementCalls,
  ...auditCalls,
  ...operatorCalls,
  ...operatorOrganizationCalls,
  ...operatorSupportCalls,
  ...operatorAnnouncementCalls,
  ...operatorSystemCalls,
  ...operatorUsageCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
