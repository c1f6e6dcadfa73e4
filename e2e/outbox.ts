import { type APIRequestContext, expect } from '@playwright/test';

interface Mail {
  id: number;
  subject: string | null;
  text: string;
}

export async function mailsTo(request: APIRequestContext, address: string): Promise<Mail[]> {
  const response = await request.get(`/dev/outbox.json?to=${encodeURIComponent(address)}`);
  return response.json();
}

/** Waits for the newest mail to an address whose text matches; `after` skips mails that are already known. */
export async function findInMail(request: APIRequestContext, address: string, pattern: RegExp, after: number) {
  let found: { mail: Mail; match: string } | undefined;
  const find = async () => {
    for (const mail of await mailsTo(request, address)) {
      const match = mail.id > after ? pattern.exec(mail.text)?.[0] : undefined;
      if (match) found ??= { mail, match };
    }
    return found !== undefined;
  };
  // Nearly every test registers somebody, and mails arrive quickly.
  await expect.poll(find, { intervals: [20, 40, 80, 160, 320] }).toBe(true);
  return found as { mail: Mail; match: string };
}

/** The path of the verification link mailed to an address. */
export async function verificationPath(request: APIRequestContext, address: string, after = 0): Promise<string> {
  const { match } = await findInMail(request, address, /\/verify-email\?token=\S+/, after);
  return match;
}

export async function resetCode(request: APIRequestContext, address: string, after = 0) {
  const { mail, match } = await findInMail(request, address, /\b\d{6}\b/, after);
  return { code: match, mailId: mail.id };
}

/** The id of the newest mail to an address, so that later ones can be recognized. */
export async function newestMailId(request: APIRequestContext, address: string): Promise<number> {
  return (await mailsTo(request, address))[0]?.id ?? 0;
}
