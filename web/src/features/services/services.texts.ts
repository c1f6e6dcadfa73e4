import type { Service } from '@kinbridge/contract/services/services.contract';
import { counted, inNumbers } from '@kinbridge/contract/shared/counted';

export const servicesTexts = {
  title: 'What service(s) do your organization provide the public?',
  lead: 'Partners find your services when they refer a member.',
};

export const servicesLabels = {
  'services.*.name': 'Service name',
  'services.*.type': 'Service type',
  'services.*.description': 'Description',
};

export const companyServicesTexts = {
  title: 'Company Services',
  none: 'No services yet. Partners find you by your services.',
  directory: 'People find them in the',
  directoryLink: 'public directory',
  add: 'Add a new service',
  addTitle: 'Add New Service',
  edit: 'Update your service information',
  deleteTitle: (name: string) => `Delete ${name}`,
  deleteQuestion: 'Are you sure you want to delete this service?',
  counting: 'Counting its open requests…',
  notCounted: "We couldn't count its open requests. They keep the service if you delete it.",
  openRequests: (count: number) => {
    if (count === 0) return 'It has no open requests.';
    if (count === 1) return 'It has 1 open request, which stays on your boards.';
    return `It has ${inNumbers(count)} open requests, which stay on your boards.`;
  },
  added: (name: string) => `${name} added.`,
  saved: 'Services saved.',
  stale: 'Someone else changed these services',
  deleted: (name: string) => `${name} deleted. Existing requests keep it.`,
  failed: 'Something went wrong! Please try again',
};

export const availabilityTexts = {
  yours: 'Your services',
  set: 'Set availability',
  of: (name: string) => `Availability of ${name}`,
  search: 'Search your services',
  noMatch: 'No service matches your search.',
  note: ({ availabilityNote, waitDays }: Service) =>
    [waitDays !== null && `Wait: about ${counted(waitDays, 'day')}.`, availabilityNote].filter(Boolean).join(' '),
  addNote: 'Add a note or wait',
  editNote: 'Edit',
  noteLabel: 'Note',
  notePlaceholder: 'What partners should know',
  waitLabel: 'Expected wait (days)',
  noteSaved: 'Note saved.',
  failed: "We couldn't save that.",
  confirm: 'Confirm',
  confirmOf: (name: string) => `Confirm that ${name} is still right`,
  confirmed: (name: string) => `${name} confirmed.`,
};
