import type { Service } from '@kinbridge/contract/services/services.contract';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { serviceChoicesQuery } from './new-request.api.ts';
import { draftOf } from './new-request.draft.ts';
import { chosenServices, toggleService, validateRequest, withOnlyService } from './new-request.form.ts';
import { emptyRequest, type FollowedRequest, type KnownMember, memberFields } from './new-request.values.ts';
import { useNewRequestCreation } from './use-new-request-creation.ts';
import { useNewRequestDraft } from './use-new-request-draft.ts';
import { useOfferMatches, usePersonInNeed, useUntriedChoices } from './use-offer-matches.ts';

export interface NewRequestContext {
  member: KnownMember | null;
  follows: FollowedRequest | null;
  onTyped: (typed: boolean) => void;
  onHeld: (held: boolean) => void;
}

/** A new request from its first letter to its creation. */
export function useNewRequest(context: NewRequestContext) {
  const { follows, onHeld } = context;
  const organizationId = useOwnOrganizationId();
  const { data, error, refetch } = useQuery(serviceChoicesQuery(organizationId));
  const choices = useUntriedChoices(data, follows);
  const offered = choices?.offers.map(({ service }) => service) ?? [];
  const fields = useFields(context, offered);
  const { form, known, startOver } = fields;
  const creation = useNewRequestCreation({
    ...fields,
    organizationId,
    followsId: follows?.id ?? null,
    onCreated: startOver,
  });
  const held = creation.progress !== null || creation.question !== null || creation.outcome !== null;
  useEffect(() => onHeld(held), [held, onHeld]);
  const services = chosenServices(offered, fields.serviceIds);
  const matches = useOfferMatches(choices, usePersonInNeed(form.values, known), follows);
  const create = () => creation.create(services, known);
  return {
    ...fields,
    member: context.member,
    follows,
    organizationId,
    choices,
    failure: error,
    retry: refetch,
    offered,
    services,
    matches,
    creation,
    create,
  };
}

export type NewRequest = ReturnType<typeof useNewRequest>;

function useFields({ member, follows, onTyped }: NewRequestContext, offered: Service[]) {
  const draft = useNewRequestDraft(draftOf(member, follows), onTyped);
  const [known, setKnown] = useState(member ?? draft.initial.known);
  const [file, setFile] = useState<File | null>(null);
  // A new round also starts with empty searches.
  const [round, setRound] = useState(0);
  const [removed, setRemoved] = useState(false);
  const selected = (ids: number[]) => withOnlyService(ids, offered, removed);
  const form = useForm({
    initialValues: draft.initial.values,
    validate: (values) => validateRequest({ ...values, serviceIds: selected(values.serviceIds) }, known, file),
    onValuesChange: (values) => draft.keep({ values }),
  });
  const serviceIds = selected(form.values.serviceIds);

  function lock(chosenMember: KnownMember | null) {
    setKnown(chosenMember);
    draft.keep({ known: chosenMember });
    for (const field of memberFields) form.clearFieldError(field);
  }

  function attach(chosenFile: File | null) {
    setFile(chosenFile);
    draft.keep({ fileName: chosenFile?.name ?? null });
    form.clearFieldError('attach');
  }

  function toggle({ id }: Service) {
    setRemoved(serviceIds.includes(id));
    form.setFieldValue('serviceIds', toggleService(serviceIds, id));
  }

  function startOver() {
    draft.forget();
    setFile(null);
    setKnown(member);
    setRemoved(false);
    setRound((count) => count + 1);
    form.setValues(emptyRequest);
    form.clearErrors();
  }

  return { draft, form, known, lock, file, attach, serviceIds, toggle, round, startOver };
}
