import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { MemberActivity } from '../features/audit/member-activity.tsx';
import { MemberForms } from '../features/forms/member/member-forms.tsx';
import { MemberFiles } from '../features/member-files/member-files.tsx';
import { useIsErased } from '../features/members/erasure/erasure.api.ts';
import { erasureTexts } from '../features/members/erasure/erasure.texts.ts';
import { MemberData } from '../features/members/erasure/member-data.tsx';
import { MemberNotFound, MemberProfile } from '../features/members/member-profile.tsx';
import { memberTexts } from '../features/members/members.texts.ts';
import { MergeNotices } from '../features/members/merge/merge-notices.tsx';
import { PossibleDuplicates } from '../features/members/merge/possible-duplicates.tsx';
import { ProposedChanges } from '../features/members/proposed-changes.tsx';
import { smsDraftName } from '../features/messages/messages.api.ts';
import { useOrganizations } from '../features/organizations/organizations.api.ts';
import { profileDraft } from '../features/profile/users.api.ts';
import { MemberRequestsTable } from '../features/service-requests/member-requests-table.tsx';
import {
  emptyDraft,
  keepDraft,
  readDraft,
  resumesDraft,
} from '../features/service-requests/new-request/new-request.draft.ts';
import { NewServiceRequestButton } from '../features/service-requests/new-request/new-request-button.tsx';
import { NewServiceRequestDialog } from '../features/service-requests/new-request/new-request-dialog.tsx';
import { memberRequestsQuery, serviceRequestKeys } from '../features/service-requests/service-requests.api.ts';
import { ApiError } from '../lib/api.ts';
import { isActiveAdmin, organizationOf, useCurrentUser } from '../lib/current-user.ts';
import { readDraft as readText } from '../lib/draft-store.ts';
import { loadLater } from '../lib/load-later.tsx';
import { userQuery } from '../lib/queries/user.query.ts';
import { invalidate, queryClient } from '../lib/query-client.ts';
import { isResumed } from '../lib/resumed.ts';
import { hasKeptEdit } from '../lib/use-kept-edit.ts';
import { IconMessage, IconPencil } from '../ui/icons/later-icons.ts';
import { PageSkeleton } from '../ui/page/page-skeleton.tsx';
import { LoadFailure } from '../ui/states/load-failure.tsx';
import { NotFoundState } from '../ui/states/not-found-state.tsx';
import { statusText } from '../ui/states/status-text.ts';
import classes from './member-profile.module.css';
import { TicketFromUrl } from './ticket-from-url.tsx';

const EditProfileDialog = loadLater(
  async () => (await import('../features/profile/edit-profile-dialog.tsx')).EditProfileDialog,
);
const SmsTranscriptDialog = loadLater(
  async () => (await import('../features/messages/sms-transcript-dialog.tsx')).SmsTranscriptDialog,
);

/** Specification §2: the id is optional; without it, signed-in members see their own page. */
export function MemberProfilePage() {
  const { id } = useParams();
  const user = useCurrentUser();
  if (id !== undefined) return /^[1-9]\d{0,14}$/.test(id) ? <Member key={id} id={Number(id)} /> : <MemberNotFound />;
  return user.userType === 'PATIENT' ? <Member id={user.id} /> : <Navigate to="/" replace />;
}

function Member({ id }: { id: number }) {
  const self = useCurrentUser().id === id;
  const root = useLocation().pathname.split('/')[1];
  const { data: member, error, refetch } = useQuery(userQuery(id));
  const erased = useIsErased(id);
  if (erased) return <NotFoundState title={erasureTexts.erasedTitle} text={erasureTexts.erasedText} />;
  const absent = error instanceof ApiError && error.status === 404;
  if (absent || (member && member.userType !== 'PATIENT')) return <MemberNotFound />;
  // The record was merged: redirect to the one that replaced it.
  if (member && member.id !== id) return <Navigate to={`/${root}/${member.id}`} replace />;
  if (member) return self ? <OwnPage member={member} /> : <StaffPage member={member} />;
  return error ? (
    <LoadFailure error={error} text={statusText(error)} onRetry={() => void refetch()} />
  ) : (
    <PageSkeleton />
  );
}

/** What members see of their own record, with a link to the profile where they can change it. */
function OwnPage({ member }: { member: User }) {
  return (
    <MemberProfile
      member={member}
      self
      action={
        <Button component={Link} to="/" variant="default" leftSection={<IconPencil />}>
          Edit Profile
        </Button>
      }
    >
      <Requests member={member} opens={false} />
      <MemberFiles memberId={member.id} staff={false} />
    </MemberProfile>
  );
}

function StaffPage({ member }: { member: User }) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'transcript' | 'edit' | 'new request' | null>(
    hasKeptEdit(profileDraft(member.id)) ? 'edit' : resumedDialog(member.id),
  );
  const close = () => setOpen(null);
  const addedBy = useAddedBy(member);

  /** Opens the new request form with these services selected, and with its draft. */
  function requestServices(serviceIds: number[]) {
    const draft = readDraft(member.id) ?? emptyDraft;
    const chosen = [...new Set([...draft.values.serviceIds, ...serviceIds])];
    keepDraft(member.id, { ...draft, values: { ...draft.values, serviceIds: chosen } });
    setOpen('new request');
  }

  return (
    <MemberProfile
      member={member}
      self={false}
      action={
        <>
          <Button variant="default" leftSection={<IconMessage />} onClick={() => setOpen('transcript')}>
            SMS transcript
          </Button>
          <Button variant="default" leftSection={<IconPencil />} onClick={() => setOpen('edit')}>
            {memberTexts.edit}
          </Button>
          <NewServiceRequestButton onClick={() => setOpen('new request')} />
        </>
      }
    >
      <ProposedChanges
        member={member}
        decides={addedBy.own}
        addedBy={addedBy.name}
        onChanged={() => void invalidate(serviceRequestKeys.all)}
      />
      <MergeNotices memberId={member.id} />
      <PossibleDuplicates member={member} />
      <Requests member={member} opens />
      <div className={`gap-14 grid start ${classes.pair}`}>
        <MemberForms
          member={member}
          onRequest={requestServices}
          onAnswered={() => void invalidate(serviceRequestKeys.all)}
        />
        <MemberFiles memberId={member.id} staff />
      </div>
      {isActiveAdmin(user) && (
        <>
          <MemberActivity organizationId={organizationOf(user)} memberId={member.id} />
          <MemberData
            member={member}
            onErased={() => {
              void navigate('/members', { replace: true });
              void queryClient.resetQueries();
            }}
          />
        </>
      )}
      <NewServiceRequestDialog opened={open === 'new request'} onClose={close} member={member} />
      <Suspense>
        {open === 'edit' && (
          <EditProfileDialog
            user={member}
            own={false}
            proposedTo={addedBy.own ? null : addedBy.name}
            onClose={close}
            onSaved={() => void invalidate(serviceRequestKeys.all)}
          />
        )}
        {open === 'transcript' && (
          <SmsTranscriptDialog member={member} smsBlockedReason={member.smsBlockedReason} onClose={close} />
        )}
      </Suspense>
    </MemberProfile>
  );
}

/** The dialog that had unsaved text when the session ended. */
function resumedDialog(memberId: number): 'transcript' | 'new request' | null {
  if (resumesDraft(memberId)) return 'new request';
  return isResumed() && readText(smsDraftName({ memberId })) !== '' ? 'transcript' : null;
}

/** The organization that added the member. An unlisted one has no name to show. */
function useAddedBy({ addedByOrganizationId }: User): { own: boolean; name: string } {
  const { organizationId } = useCurrentUser();
  const own = addedByOrganizationId === null || addedByOrganizationId === organizationId;
  const { data } = useOrganizations({ enabled: !own });
  const listed = data?.find(({ id }) => id === addedByOrganizationId);
  return { own, name: listed?.name ?? 'the organization that added this member' };
}

function Requests({ member, opens }: { member: User; opens: boolean }) {
  const { data, error, refetch } = useQuery(memberRequestsQuery(member.id));
  return (
    <>
      <MemberRequestsTable
        requests={data}
        error={error}
        onRetry={() => void refetch()}
        second="organization"
        empty="No service requests yet."
        opens={opens}
      />
      {opens && <TicketFromUrl requests={data} />}
    </>
  );
}
