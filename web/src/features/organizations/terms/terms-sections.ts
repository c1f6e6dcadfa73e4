export { termsVersion } from '@kinbridge/contract/organizations/terms-version';

export const termsDate = 'November 1, 2026';

export interface TermsSection {
  id: string;
  title: string;
  paragraphs: string[];
  points?: string[];
}

/** The terms of service and privacy policy. A change in meaning needs a new version in the contract. */
export const termsSections: TermsSection[] = [
  {
    id: 'about',
    title: '1. What this is about',
    paragraphs: [
      'Kinbridge connects healthcare and social-service organizations, which we call partners, with the people they help, whom we call members. Staff of a partner use it to send a member to the right service, to follow that request to its end, to ask questions with forms, and to send messages.',
      'These pages are an agreement between you and the operator of this installation of Kinbridge, called “we” below. They apply to everyone who uses it: staff who sign in, and members who answer a form or reply to a message. If you accept them for an organization, you confirm that you may do so. If you do not agree, please do not use Kinbridge.',
    ],
  },
  {
    id: 'age',
    title: '2. Who may use it',
    paragraphs: [
      'You must be 18 years or older. A parent or legal guardian may use Kinbridge for a person who is younger, or who cannot decide alone, and then accepts these terms for that person as well. If you fill in a form for somebody else, please do so only with their permission.',
    ],
  },
  {
    id: 'emergency',
    title: '3. No medical advice, no emergencies',
    paragraphs: [
      'Kinbridge helps people find services. It does not give medical advice, make a diagnosis or recommend a treatment, and nothing you read in it replaces a talk with a doctor or another professional. We do not provide the services that partners offer, and we do not check or vouch for them.',
      'Nobody watches messages around the clock. In an emergency call 911 or your local emergency services right away, or go to the nearest emergency room. Do not use a form or a text message to ask for urgent help.',
    ],
  },
  {
    id: 'account',
    title: '4. Your account',
    paragraphs: [
      'An account belongs to one person. Give your own name and an address that you can be reached at, keep your password to yourself, and tell your administrator when you believe that somebody else has it. The administrator of your organization decides who gets in, what role they have, and when their access ends.',
      'You agree to open only the records that you need for your work, to enter only what you believe to be true, and not to try to get around the limits of the software, overload it, or use it to harm or trouble anyone.',
    ],
  },
  {
    id: 'privacy',
    title: '5. What we keep, and what for',
    paragraphs: [
      'We keep what is needed to do the work described above, and no advertising profile of anyone. That is:',
    ],
    points: [
      'about members: name, date of birth, contact details, the services asked for, notes and files about a request, answers to forms, and messages sent and received;',
      'about staff: name, contact details, role, organization, and when they signed in;',
      'about organizations: their profile, logo and services;',
      'a record of who read or changed what, and when, so that misuse can be found.',
    ],
  },
  {
    id: 'sharing',
    title: '6. Who sees it',
    paragraphs: [
      'A partner sees the members it added or referred, those it received a request for, and those who answered its forms. When a member is referred, the partner that receives the request sees that member’s contact details and the request itself. It does not see requests, forms or files that belong to other partners. Staff see only what belongs to their own organization.',
      'Companies that carry messages or store data for us receive what they need for that task and may use it for nothing else. We also give out information when a law or a court requires it. We do not sell personal information.',
    ],
  },
  {
    id: 'anonymized',
    title: '7. Anonymized data',
    paragraphs: [
      'We may share anonymized data with third parties, for instance with researchers, funders or public agencies, to show which services a community needs and how well requests are met. Before we do, names, contact details, exact dates of birth and everything else that points to a person are removed, and numbers are grouped so that nobody can be picked out. Anyone who receives such data must promise not to try.',
    ],
  },
  {
    id: 'health',
    title: '8. Health information',
    paragraphs: [
      'Some partners are bound by the Health Insurance Portability and Accountability Act (HIPAA), the health-privacy law of the United States. Where they put protected health information into Kinbridge, we act as their business associate: we use and disclose it only as our agreement with that partner and the law allow, protect it with suitable safeguards, have our own suppliers promise the same, and tell the partner without delay if it was seen by somebody who should not have seen it.',
      'A partner that is bound by this law remains responsible for having the permissions it needs. The notes of a request are meant for what the request needs, not for medical records.',
    ],
  },
  {
    id: 'messages',
    title: '9. Texts and emails',
    paragraphs: [
      'Kinbridge sends text messages about a request, and partners may write to the members and employees they know. Reply STOP to any of our texts and that phone number gets no more of them; reply START to change your mind, or HELP for help. Your phone company may charge for messages. Emails concern your account and, if you wish, new requests.',
    ],
  },
  {
    id: 'content',
    title: '10. What you put in',
    paragraphs: [
      'What you write or upload stays yours. You give us a license, without payment and for as long as it is kept here, to store, copy, show, translate and pass on your content as far as running Kinbridge and these terms call for it, and to make anonymized data from it as section 7 describes. You confirm that you are allowed to give us that content, and that it breaks no law and no right of another person.',
    ],
  },
  {
    id: 'translations',
    title: '11. Translations',
    paragraphs: [
      'Where texts are offered in another language, a third party has translated them, a person or a machine. We pass them on as a convenience and cannot promise that they are free of mistakes. Where a translation and the English text differ, the English text counts.',
    ],
  },
  {
    id: 'rights',
    title: '12. Your choices',
    paragraphs: [
      'Staff can see and correct their own details after signing in. Members can ask a partner that knows them to show, correct or remove what is kept about them; the partner answers, and we help it to do so. Some records must be kept for a time, because a law demands it or because they show who did what. When they are no longer needed, they are deleted.',
      'We guard what we keep with encryption on its way, separate walls between organizations, limited access and regular backups. No system is perfectly safe; if something goes wrong that concerns you, you will hear about it.',
    ],
  },
  {
    id: 'liability',
    title: '13. No warranty, and the limit of what we owe',
    paragraphs: [
      'Kinbridge is provided as it is and as it is available. As far as the law allows, we make no promise that it will always work, be free of faults, or that a partner will accept or complete a request.',
      'As far as the law allows, we do not owe compensation for indirect or consequential losses, and all that we owe in connection with Kinbridge, whatever the reason, is limited to the greater of the amounts you paid us for using it or 100 US dollars ($100). Nothing here limits what the law does not allow to be limited.',
    ],
  },
  {
    id: 'law',
    title: '14. Which law applies',
    paragraphs: [
      'The laws of the State of Michigan apply, without its rules on the conflict of laws, together with the federal law of the United States. Courts in Michigan decide where a dispute cannot be settled by talking. If one of these sentences turns out not to be valid, the others still are.',
    ],
  },
  {
    id: 'changes',
    title: '15. Changes, and how to reach us',
    paragraphs: [
      'When these terms change in substance, they get a new version and date. This page always has the current version. Which version you accepted, and when, is kept with your account.',
      'Questions are welcome: staff can use Contact Support after signing in; members can ask the partner who sent them the form or the message.',
    ],
  },
];
