import type { MemberCandidate } from '@kinbridge/contract/members/members.contract';
import type { Service } from '@kinbridge/contract/services/services.contract';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts';
import type { SamePersonAnswer } from '../../../ui/same-person/possible-match.ts';
import { useCreateServiceRequest } from '../service-requests.api.ts';
import { type CreationOutcome, createRequests } from './new-request.creation.ts';
import { toFormErrors, toNewRequest } from './new-request.form.ts';
import type { KnownMember, NewRequestValues } from './new-request.values.ts';
import type { useNewRequestDraft } from './use-new-request-draft.ts';

interface NewRequestCreation {
  organizationId: number;
  /** The request that the new ones try again. */
  followsId: number | null;
  draft: ReturnType<typeof useNewRequestDraft>;
  form: UseFormReturnType<NewRequestValues>;
  file: File | null;
  lock: (member: KnownMember) => void;
  /** Everything was created, so the draft is no longer needed. */
  onCreated: () => void;
}

/** Sends the form, remembers what was created, and keeps the rest in the form. */
export function useNewRequestCreation(props: NewRequestCreation) {
  const { organizationId, followsId, draft, form, file, lock, onCreated } = props;
  const { mutateAsync } = useCreateServiceRequest();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [outcome, setOutcome] = useState<CreationOutcome | null>(null);
  const [dismissed, setDismissed] = useState(true);
  const [question, setQuestion] = useState<{ services: Service[]; candidates: MemberCandidate[] } | null>(null);
  const oneAtATime = useOneAtATime();

  async function create(services: Service[], known: KnownMember | null) {
    const values = form.getValues();
    const answer = known ? null : draft.answerTo(values);
    const assignable = services.every((service) => service.organizationId === organizationId);
    const latest = await createRequests({
      services,
      memberId: known?.id ?? null,
      onProgress: (done) => setProgress({ done, total: services.length }),
      send: (service, memberId) =>
        mutateAsync({
          serviceRequest: toNewRequest(values, { organizationId, memberId, answer, assignable, followsId }, service.id),
          file: values.attach ? file : null,
          idempotencyKey: draft.keyOf(service.id),
        }),
    });
    setProgress(null);
    if (latest.candidates) setQuestion({ services, candidates: latest.candidates });
    else settle(latest, known, answer !== null);
  }

  function answer(is: SamePersonAnswer) {
    if (!question) return;
    draft.setAnswer(form.getValues(), is);
    setQuestion(null);
    oneAtATime(() => create(question.services, null));
  }

  function settle(latest: CreationOutcome, known: KnownMember | null, answered: boolean) {
    const created = [...(outcome?.created ?? []), ...latest.created];
    const [first] = latest.created;
    if (latest.failed.length === 0) {
      onCreated();
    } else {
      draft.dropKeys(latest.created.map(({ service }) => service.id));
      // The member exists now, so the next try uses their id.
      if (first && !known) lock({ ...first.request.patient, participantId: form.getValues().participantId });
      form.setFieldValue(
        'serviceIds',
        latest.failed.map(({ service }) => service.id),
      );
      const errors = toFormErrors(Object.assign({}, ...latest.failed.map(({ fields }) => fields)));
      form.setErrors(errors);
      // A refused answer can be changed; one that may have arrived is sent again.
      if (!latest.failed.some(({ uncertain }) => uncertain)) draft.setAnswer(form.getValues(), null);
      if (answered && Object.keys(errors).length > 0 && created.length === 0) return;
    }
    setOutcome({ ...latest, created });
    setDismissed(false);
  }

  function dismiss() {
    setDismissed(true);
    // The next requests start a new list.
    if (outcome?.failed.length === 0) setOutcome(null);
  }

  return {
    create: (services: Service[], known: KnownMember | null) => oneAtATime(() => create(services, known)),
    progress,
    question,
    answer,
    cancelQuestion: () => setQuestion(null),
    outcome: dismissed ? null : outcome,
    dismiss,
  };
}
