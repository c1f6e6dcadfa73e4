import { costLabels } from '@kinbridge/contract/services/availability';
import { hoursLines, type OpenHours } from '@kinbridge/contract/services/open-hours';
import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import { counted } from '@kinbridge/contract/shared/counted';
import { languageName } from '@kinbridge/contract/shared/language-names';
import { type Html, html } from '../html.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** 'within 2 days', 'within 5 hours' */
function timeText(hours: number): string {
  return hours % 24 === 0 ? counted(hours / 24, 'day') : counted(hours, 'hour');
}

export const en = {
  tag: 'en',
  name: 'English',
  types: serviceTypeLabels as Record<keyof typeof serviceTypeLabels, string>,
  costs: costLabels as Record<keyof typeof costLabels, string>,
  languageName: (tag: string) => languageName(tag),
  hoursLines: (hours: OpenHours[]) => hoursLines(hours),
  /** What is wrong with a field, where the server's own words are in another language. */
  fieldProblems: {} as Partial<Record<string, string>>,
  refused: null as string | null,
  staffSignIn: 'Staff sign-in',
  title: 'Find help near you',
  description:
    'Food, housing, rides, health and more: services near you, how to reach them, and whether they can take people now.',
  near: (need: string, zipCode: string | undefined) => (zipCode ? `${need} near ${zipCode}` : need),
  within: (miles: number) => `within ${counted(miles, 'mile')}`,
  change: 'Change',
  need: 'What do you need?',
  needHint: 'Food box, rides, rent…',
  where: 'Your ZIP code',
  type: 'Kind of help',
  anyType: 'Any kind',
  radius: 'Within',
  miles: (miles: number) => counted(miles, 'mile'),
  language: 'Language',
  anyLanguage: 'Any language',
  cost: 'Cost',
  anyCost: 'Any cost',
  openNow: 'Open now',
  canTake: 'Taking people',
  search: 'Search',
  clear: 'Clear filters',
  found: (total: number) => counted(total, 'service'),
  beyond: (miles: number) => `Nothing within ${counted(miles, 'mile')}. These are the nearest:`,
  helpline: (number: Html) => html`Call ${number} for help with finding services, at any hour. It’s free.`,
  emergency: (number: Html) => html`In an emergency, call ${number}.`,
  emptyTitle: 'No services found',
  empty: 'Try fewer words, another ZIP code, or a larger distance.',
  map: 'Map',
  mapText: 'The ZIP codes of these services. The list has the same services.',
  you: 'You',
  pages: 'Pages',
  pageOf: (page: number, total: number) => `${page} of ${total}`,
  previous: 'Previous page',
  next: 'Next page',
  searchOffline: "We couldn't load the services. Check your connection and try again.",
  tryAgain: 'Try Again',
  distance: (miles: number) => (miles < 0.1 ? 'In your ZIP code' : `${counted(miles, 'mile')} away`),
  wait: (days: number) => (days === 0 ? 'No wait' : `Wait about ${counted(days, 'day')}`),
  unconfirmed: (since: string) => `Not confirmed since ${day.format(new Date(since))}`,
  availability: { OPEN: 'Taking people', WAITLIST: 'Waitlist', FULL: 'Full', PAUSED: 'Paused' },
  back: 'All services',
  who: 'Who it’s for',
  ages: 'Ages',
  agesFrom: (least: number) => `${least} and older`,
  agesUpTo: (most: number) => `Up to ${most}`,
  agesBetween: (least: number, most: number) => `${least} to ${most}`,
  bring: 'What to bring',
  hours: 'Hours',
  place: 'Place',
  phone: 'Phone',
  website: 'Website',
  response: 'Response',
  responds: (hours: number) => `Usually within ${timeText(hours)}`,
  promises: (hours: number) => `They promise to respond within ${timeText(hours)}`,
  ask: 'Ask for help',
  askText: {
    OPEN: (organization: string) => `${organization} gets this and will call you. It’s free to ask.`,
    WAITLIST: (organization: string) =>
      `${organization} has a waitlist for this. They get your request and will call you when it’s your turn. It’s free to ask.`,
    FULL: (organization: string) =>
      `${organization} is full right now. They get your request, but it can take a while until they can help. It’s free to ask.`,
  },
  firstName: 'First name',
  lastName: 'Last name',
  phoneNumber: 'Phone number',
  zipCode: 'ZIP code',
  words: 'What do you need help with?',
  consent: 'Texts',
  mayText: 'You may text me about this request. Message rates may apply; reply STOP to opt out.',
  noTexts: 'Don’t text me. Please call.',
  send: 'Send',
  privacy: (organization: string) => `Only ${organization} sees what you send.`,
  paused: (organization: string) =>
    `${organization} takes no new requests for this service at the moment. Choose another one.`,
  sentTitle: 'Thank you',
  sent: (organization: string, id: number) => `${organization} has your request, number ${id}.`,
  whatNext: {
    OPEN: 'They will call you.',
    WAITLIST: 'They have a waitlist and will call you when it’s your turn.',
    FULL: 'They are full right now, so it can take a while until they can help.',
    PAUSED: 'They have paused this service since, so please choose another one, too.',
  },
  problems: 'Please check what you typed.',
  askOffline: "We couldn't reach Kinbridge. Check your connection and send again. What you typed is still here.",
  unknownTitle: 'This service isn’t listed',
  unknown: 'It may have been removed. Search for another one.',
  busyTitle: 'That didn’t work',
};

export type DirectoryTexts = typeof en;
