/**
 * Every column that refers to a user, and what a merge of two members does with it:
 * 'moves': its rows move to the survivor and back with an undo. Such a table has an id and the trigger
 *   `follow_merge`, which sends rows that arrive later to the survivor.
 * 'list': the organization's member list, which the merged record leaves.
 * 'account': belongs to a sign-in and stays with its record; a record with a sign-in can't be merged away.
 * 'staff': the author or assignee of something, never a member.
 * 'merge': records the merge itself.
 * 'record': describes the record itself; queries about the survivor follow the merge.
 * A test compares this with the database, so new tables can't be forgotten.
 */
export const memberReferences = {
  'service_requests.member_id': 'moves',
  'sms_messages.user_id': 'moves',
  'member_documents.member_id': 'moves',
  'survey_answers.user_id': 'moves',
  'survey_assignments.user_id': 'moves',
  'organization_members.member_id': 'list',
  'logins.user_id': 'account',
  'email_verifications.user_id': 'account',
  'password_resets.user_id': 'account',
  'sessions.user_id': 'account',
  'device_tokens.user_id': 'account',
  'push_subscriptions.user_id': 'account',
  'authenticators.user_id': 'account',
  'recovery_codes.user_id': 'account',
  'passkeys.user_id': 'account',
  'passkey_challenges.user_id': 'account',
  'second_factor_tokens.user_id': 'account',
  'linked_identities.user_id': 'account',
  'scim_people.user_id': 'account',
  'emails.user_id': 'account',
  'email_preferences.user_id': 'staff',
  'support_messages.user_id': 'staff',
  'support_messages.assignee_id': 'staff',
  'support_replies.author_id': 'staff',
  'announcement_dismissals.user_id': 'account',
  'service_requests.assignee_id': 'staff',
  'service_requests.created_by': 'staff',
  'notes.created_by': 'staff',
  'sms_messages.sender_id': 'staff',
  'campaigns.created_by': 'staff',
  'member_documents.created_by': 'staff',
  'member_uploads.created_by': 'staff',
  'surveys.created_by': 'staff',
  'survey_answers.created_by': 'staff',
  'survey_assignments.assigned_by': 'staff',
  'member_merges.created_by': 'staff',
  'member_merges.undone_by': 'staff',
  'member_merges.survivor_id': 'merge',
  'member_merges.merged_id': 'merge',
  'proposed_changes.member_id': 'record',
  'proposed_changes.proposed_by': 'staff',
  'proposed_changes.decided_by': 'staff',
  'duplicate_dismissals.lower_id': 'record',
  'duplicate_dismissals.higher_id': 'record',
  'duplicate_dismissals.created_by': 'staff',
  'needs_you_done.member_id': 'record',
  'act_tokens.user_id': 'staff',
  'invitations.created_by': 'staff',
  'invitations.used_by': 'staff',
  'proposed_profiles.proposed_by': 'staff',
  'organizations.break_glass_user_id': 'staff',
  'scim_tokens.created_by': 'staff',
  'users.merged_into_id': 'merge',
} as const satisfies Record<string, 'moves' | 'list' | 'account' | 'staff' | 'merge' | 'record'>;

export const movingReferences = Object.entries(memberReferences)
  .filter(([, what]) => what === 'moves')
  .map(([name]) => {
    const [table = '', column = ''] = name.split('.');
    return { name, table, column };
  });
