const names: Record<string, string> = {
  'send-email': 'Send an email',
  'mail-account': 'Email a link or code',
  'post-support-message': 'Post a question to the chat',
  'remove-file': 'Delete a file',
  'write-campaigns': 'Send mass messages',
  'take-in-member-list': 'Import members',
  'import-responses': 'Import responses',
  'erase-archived': 'Erase a member from archives',
  'erase-searches': 'Erase a member from searches',
  'anchor-audit-log': 'Anchor the audit log',
  'ask-to-confirm-services': 'Ask to confirm services',
  'count-usage': 'Count usage',
  'prepare-months': 'Prepare the next months',
  'purge-expired': 'Delete expired links and sessions',
  retention: 'Delete old records',
};

/** What a job does; the server's log has its technical name. */
export function jobName(task: string): string {
  return names[task] ?? task;
}
