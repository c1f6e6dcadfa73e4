import { counted } from '@kinbridge/contract/shared/counted';
import { formatDate } from '../../lib/dates.ts';

export const messageTexts = {
  transcript: 'SMS Transcript',
  export: 'Export to CSV',
  exportFile: 'SMS Transcripts.csv',
  exported: 'Saved as “SMS Transcripts.csv”.',
  allTexts: 'All texts with your organization',
  empty: 'No texts yet',
  emptyText: (firstName: string) => `Texts between ${firstName} and your organization will appear here.`,
  archived: (until: string) => `Texts up to ${formatDate(until)} are archived and not shown here.`,
  loadFailed: 'Something went wrong. Please try again.',
  box: (firstName: string) => `Text ${firstName}`,
  placeholder: (firstName: string) => `Write a text to ${firstName}…`,
  send: 'Send SMS',
  blocked: (firstName: string) => `${firstName} can't receive texts`,
  notSent: "We couldn't send your text",
  resend: 'Resend',
  resendQuestion: {
    title: 'Resend this text?',
    text: 'It may have arrived. If you resend it, the person may get it twice.',
    confirm: 'Resend',
    destructive: false,
  },
  resent: 'The text is queued again.',
};

/** '120 of 300 · 1 text message': each one costs money, so writers see it. */
export function lengthText(characters: number, max: number, segments: number): string {
  const texts = counted(segments, 'text message');
  return `${characters} of ${max}${segments > 0 ? ` · ${texts}` : ''}`;
}
