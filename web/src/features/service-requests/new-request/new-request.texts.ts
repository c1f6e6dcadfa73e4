export const newRequestTexts = {
  title: 'New Service Request',
  refer: 'Refer elsewhere',
  member: 'Member',
  search: 'Find a member, or enter a new one',
  found: 'Members found',
  noMember: (typed: string) => `No member matches “${typed}”. Fill in the fields below.`,
  searchFailed: "We couldn't search members. You can fill in the fields below.",
  suggestions: 'Is it one of these members?',
  locked: (id: number) => `Existing member ${id}`,
  unlock: 'Use another person',
  description: 'Non-medical notes only',
  yourAdmins: 'your admins',
  assignLater: "I'll assign later",
  assignNeedsService: 'Choose a service first.',
  staffFailed: "We couldn't load your employees.",
  attach: 'Attach a file (png, jpeg, jpg or pdf)',
  drop: 'Drop one file here, or choose it. At most 10 MB.',
  fileMissing: 'Please choose a file, or clear the box.',
  fileLost: (name: string) => `Choose ${name} again. Drafts can't keep files.`,
  wrongType: (name: string) => `File "${name}" was rejected. Only png, jpeg, jpg and pdf files can be attached.`,
  tooLarge: (name: string) => `File "${name}" was rejected. It is larger than 10 MB.`,
  tooMany: 'Only one file can be attached.',
  willCreate: (count: number) => {
    if (count === 0) return 'Choose at least one service.';
    return count === 1 ? '1 request will be created.' : `${count} requests will be created, one per service.`;
  },
  create: (count: number) => (count > 1 ? `Create ${count} requests` : 'Create request'),
  creating: (done: number, total: number) => `Creating ${done + 1} of ${total}…`,
  created: 'The request was created successfully.',
  open: (id: number) => `Open #${id}`,
  createAnother: 'Create another',
  contactTime: 'Expected contact time: 24 to 48hrs',
  failed: 'Service Request creation failed. Please try again.',
  notSent: 'Not sent, because the one before it failed.',
  alreadyCreated:
    'Your first try created this request, without your last changes. Find it under Outgoing Service Requests.',
  notCreated: 'Not created',
  wereCreated: 'Created',
  kept: "What you typed is still here. Trying again won't create duplicates.",
};

export interface TextRecipients {
  /** Blank until a name is typed. */
  member: string;
  /** Why the member gets no text, or null. */
  blockedReason: string | null;
  /** How many requests are created: the member gets a text about each. */
  requests: number;
  /** Who else gets texts, and how many. */
  others: { name: string; texts: number }[];
}

/** 'Maria gets 2 texts. Lantern House and Owen Birch get a text.' */
export function whoGetsText({ member, blockedReason, requests, others }: TextRecipients): string {
  const name = member || 'The member';
  const texted = blockedReason === null ? [{ name, texts: requests }, ...others] : others;
  const counts = [...new Set(texted.map(({ texts }) => texts))];
  const sentences = [
    ...(blockedReason === null ? [] : [`${name} won't get a text. ${blockedReason}`]),
    ...counts.map((texts) =>
      textsSentence(
        texted.filter((one) => one.texts === texts).map((one) => one.name),
        texts,
      ),
    ),
  ];
  return sentences.join(' ');
}

function textsSentence(names: string[], texts: number): string {
  const several = names.length > 1;
  const count = texts === 1 ? 'a text' : `${texts} texts${several ? ' each' : ''}`;
  return `${listed(names)} ${several ? 'get' : 'gets'} ${count}.`;
}

function listed(names: string[]): string {
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names);
}

/** Who assigns if you can't: 'Lantern House will assign its own request.' */
export function othersAssign(names: string[]): string {
  if (names.length === 1) return `${names[0]} will assign its own request.`;
  return `${listed(names)} will assign their own requests.`;
}
