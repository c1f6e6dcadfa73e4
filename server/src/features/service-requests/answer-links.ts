import type { AppContext } from '../../app-context.ts';
import { actUrl, createActToken } from '../../records/emails/act-tokens.commands.ts';

/** The links with which one employee answers a request that waits for their organization, without signing in. */
export async function answerLinks({ db, config }: AppContext, userId: number, serviceRequestId: number) {
  const token = await createActToken(db, { userId, serviceRequestId });
  return [
    { label: 'Accept', url: actUrl(config, token) },
    { label: 'Decline', url: actUrl(config, token, 'decline') },
  ];
}

export const answerLinksNote =
  "Accept and Decline work for 7 days and act in your name, so please don't forward this email.";
