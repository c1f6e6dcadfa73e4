import type { ListedForm } from '@kinbridge/contract/forms/forms.contract';
import { serviceRequestStatusLabels } from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { formLabel } from '@kinbridge/forms/form-definition';
import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { formsQuery } from '../../features/forms/forms.api.ts';
import { findForms, opens, sortForms } from '../../features/forms/library/library-tabs.ts';
import { membersQuery } from '../../features/members/members.api.ts';
import { type BoardSide, boardQuery } from '../../features/service-requests/service-requests.api.ts';
import { isActiveStaff } from '../../lib/current-user.ts';
import { formatBirthday } from '../../lib/dates.ts';
import { ifKnown } from '../../lib/queries/if-known.ts';
import { IconForms } from '../../ui/icons/icons.ts';
import { IconTable, IconTicket, IconUser } from '../../ui/icons/later-icons.ts';

const maxResults = 5;
/** Each form has two entries. */
const maxForms = 3;
/** One letter would match half the organization. */
const minLetters = 2;

/** A number finds longer ones too, so the lowest comes first: it is the one that was typed. */
const isTicketNumber = (words: string) => /^#?\d+$/.test(words);

/** Members, requests and forms that match the typed text, and whether the search is still running. */
export function usePaletteRecords(user: User, typed: string): { groups: SpotlightActionGroupData[]; looking: boolean } {
  const navigate = useNavigate();
  const wanted = typed.trim();
  const [words] = useDebouncedValue(wanted, 200);
  const enabled = isActiveStaff(user) && words.length >= minLetters;
  const { organizationId } = user;
  const memberSearch = {
    page: 0,
    size: maxResults,
    sort: { field: 'lastName', descending: false },
    name: words,
    birthDate: '',
  } as const;
  const members = useQuery({
    ...ifKnown(organizationId, (id) => membersQuery(id, memberSearch), enabled),
    placeholderData: undefined,
  });
  const incoming = useRequests('incoming', organizationId, words, enabled);
  const outgoing = useRequests('outgoing', organizationId, words, enabled);
  const forms = useQuery(ifKnown(organizationId, formsQuery, enabled));
  const looking = isActiveStaff(user) && wanted.length >= minLetters;
  // Show all results together: late ones would push away the row you are about to open with Enter.
  const answered = [members, incoming, outgoing, forms].every(({ isLoading }) => !isLoading);
  if (!enabled || !answered) return { groups: [], looking };

  const found = {
    members: members.data?.content ?? [],
    incoming: incoming.data?.content ?? [],
    outgoing: outgoing.data?.content ?? [],
    forms: findForms(forms.data ?? [], words),
  };
  const groups = recordGroups(found, isTicketNumber(words), (to, state) => void navigate(to, { state }));
  return {
    looking: looking && (words !== wanted || [members, incoming, outgoing].some(({ isFetching }) => isFetching)),
    // The palette filters by the typed text again; the keyword keeps results that matched by phone number.
    groups: groups.map(({ group, actions }) => ({
      group,
      actions: actions.map((action) => ({ ...action, keywords: wanted })),
    })),
  };
}

function useRequests(side: BoardSide, organizationId: number | null, name: string, enabled: boolean) {
  const search = {
    status: null,
    page: 0,
    size: maxResults,
    sort: { field: 'id', descending: !isTicketNumber(name) },
    name,
    mark: null,
    mine: false,
  } as const;
  return useQuery({
    ...ifKnown(organizationId, (id) => boardQuery(side, id, search), enabled),
    placeholderData: undefined,
  });
}

const submissionsEntry = { screen: 'responses', word: 'Submissions', icon: IconTable } as const;
/** The same screens that the library opens for a form. */
const formEntries = [{ screen: 'manage', word: 'Edit the form', icon: IconForms } as const, submissionsEntry];
const archivedEntries = [{ screen: 'archived', word: 'Archived form', icon: IconForms } as const, submissionsEntry];

interface FoundRecords {
  members: User[];
  incoming: ServiceRequest[];
  outgoing: ServiceRequest[];
  forms: ListedForm[];
}

type Open = (to: string, state?: unknown) => void;

/** The first few of each kind, the newest first; a typed number finds the lowest first. */
export function recordGroups({ members, incoming, outgoing, forms }: FoundRecords, byNumber: boolean, open: Open) {
  const requests = new Map<number, [ServiceRequest, string]>();
  for (const request of outgoing) requests.set(request.id, [request, 'service-requests']);
  for (const request of incoming) requests.set(request.id, [request, 'incoming-service-requests']);
  const shownRequests = [...requests.values()]
    .sort(([one], [other]) => (byNumber ? one.id - other.id : other.id - one.id))
    .slice(0, maxResults);
  const shownForms = sortForms(forms, { field: 'published', descending: true }).slice(0, maxForms);
  return [
    { group: 'Members', actions: members.map((member) => memberEntry(member, open)) },
    { group: 'Requests', actions: shownRequests.map(([request, board]) => requestEntry(request, board, open)) },
    { group: 'Forms', actions: shownForms.flatMap((form) => entriesOf(form, open)) },
  ];
}

function memberEntry(member: User, open: Open): SpotlightActionData {
  return {
    id: `member-${member.id}`,
    label: fullName(member),
    description: member.dateOfBirth ? `Born ${formatBirthday(member.dateOfBirth)}` : `Member ${member.id}`,
    leftSection: <IconUser size={18} />,
    onClick: () => open(`/members/${member.id}`),
  };
}

function requestEntry(
  { id, service, patient, status }: ServiceRequest,
  board: string,
  open: Open,
): SpotlightActionData {
  return {
    id: `request-${id}`,
    label: `#${id} ${service.name}`,
    description: `${fullName(patient)} · ${serviceRequestStatusLabels[status]}`,
    leftSection: <IconTicket size={18} />,
    onClick: () => open(`/${board}?ticket=${id}`),
  };
}

function entriesOf(form: ListedForm, open: Open): SpotlightActionData[] {
  return (form.archivedAt ? archivedEntries : formEntries).map(({ screen, word, icon: EntryIcon }) => {
    const { to, state } = opens(screen, form);
    return {
      id: `form-${form.id}-${screen}`,
      label: formLabel(form),
      description: word,
      leftSection: <EntryIcon size={18} />,
      onClick: () => open(to, state),
    };
  });
}
