/** What nodemailer says about a server's answer. */
interface SmtpError {
  command?: string;
  response?: string;
  rejectedErrors?: SmtpError[];
}

/** Statuses of RFC 3463 about a recipient or a message. Others are about the sender, the session or the server. */
const aboutRecipient = /^5\.(?:0\.\d+|1\.(?!7$|8$)\d+|2\.\d+|3\.4|4\.[14]|6\.\d+|7\.1)$/;
/** Servers use 5.7.1, or no status, also for a client that may not send through them. */
const aboutClient = /\brelay|\bclient host\b/i;

/**
 * The code and status by which a server refuses this recipient or message for good, or null. A server that refuses us
 * altogether (a wrong login, no relaying) says nothing about the address, and somebody may repair that.
 */
export function refusalIn(error: unknown): string | null {
  const { rejectedErrors, ...whole } = error as SmtpError;
  const { command, response = '' } = rejectedErrors?.[0] ?? whole;
  if (command !== 'RCPT TO' && command !== 'DATA') return null;
  const [, code, status] = /^(55\d)(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(response) ?? [];
  if (code === undefined || aboutClient.test(response)) return null;
  if (status === undefined) return code;
  return aboutRecipient.test(status) ? `${code} ${status}` : null;
}
