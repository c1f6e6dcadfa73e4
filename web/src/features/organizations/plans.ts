export interface Plan {
  name: string;
  for: string;
  includes: string[];
}

/** What an organization can start with. All plans are the same open-source software; nothing here is sold. */
export const plans: Plan[] = [
  {
    name: 'Community',
    for: 'One organization that wants its requests in one place.',
    includes: [
      'Members, employees and service requests',
      'Survey forms with a link to share',
      'Message templates and metrics',
      'Runs on one computer, with its own database',
    ],
  },
  {
    name: 'Network',
    for: 'Partners of a region that refer members to each other.',
    includes: [
      'Everything in Community',
      'Any number of organizations in one installation',
      'Services found by distance',
      'Each partner sees only what is its own',
      'Text messages and email through your own providers',
    ],
  },
  {
    name: 'Enterprise',
    for: 'Health systems with people who run software.',
    includes: [
      'Everything in Network',
      'Your own PostgreSQL server and backups',
      'A record of who read or changed what',
      'An open API, health checks and logs without personal data',
    ],
  },
];
