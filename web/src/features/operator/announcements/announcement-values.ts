import type { AnnouncementSeverity } from '@kinbridge/contract/announcements/announcements.contract';
import {
  type Announcement,
  type AnnouncementInput,
  announcementInput,
} from '@kinbridge/contract/operator/operator-announcements.contract';
import { fieldErrors } from '../../../lib/api.ts';
import { errorsFromSchema } from '../../../ui/form/form-errors-from-schema.ts';

/** An announcement as its form has it. `end` is local time, as a date and time field writes it, or blank. */
export interface AnnouncementValues {
  body: string;
  severity: AnnouncementSeverity;
  end: string;
}

export const emptyAnnouncement: AnnouncementValues = { body: '', severity: 'INFORMATION', end: '' };

export function toInput({ end, ...rest }: AnnouncementValues): AnnouncementInput {
  return { ...rest, endTimestamp: end === '' ? null : new Date(end).toISOString() };
}

export function toValues({ body, severity, endTimestamp }: Announcement): AnnouncementValues {
  return { body, severity, end: endTimestamp === null ? '' : localMinute(endTimestamp) };
}

/** The values that differ from the saved announcement. */
export function changedValues(values: AnnouncementValues, saved: AnnouncementValues): Partial<AnnouncementValues> {
  const entries = Object.entries(values) as [keyof AnnouncementValues, string][];
  return Object.fromEntries(entries.filter(([name, value]) => value !== saved[name]));
}

/** What is wrong with the values. */
export function announcementErrors(values: AnnouncementValues): Record<string, string> {
  return byValue(errorsFromSchema(announcementInput, toInput(values)));
}

/** What the server refused about them. */
export function refusedErrors(failure: Error): Record<string, string> {
  return byValue(fieldErrors(failure));
}

function byValue({ endTimestamp, ...errors }: Record<string, string>): Record<string, string> {
  return endTimestamp === undefined ? errors : { ...errors, end: endTimestamp };
}

function localMinute(timestamp: string): string {
  const date = new Date(timestamp);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
