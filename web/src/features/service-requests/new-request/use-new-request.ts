import type { Service } from '@kinbridge/contract/services/services.contract';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { organizationQuery } from '../../../lib/queries/organization.query.ts';
import { centerOf, type SearchArea } from '../service-picker/search-area.ts';
import { serviceChoicesQuery } from '../service-picker/service-choices.api.ts';
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
  const fields = useFields(context);
  const { draft, form, known, startOver } = fields;
  const person = usePersonInNeed(form.values, known);
  const searched = useServiceSearch(draft, person.zipCode ?? null, follows);
  const picks = useServicePicks(fields, searched.choices?.offers.map(({ service }) => service) ?? []);
  const creation = useNewRequestCreation({
    ...fields,
    organizationId,
    followsId: follows?.id ?? null,
    onCreated: startOver,
  });
  const held = creation.progress !== null || creation.question !== null || creation.outcome !== null;
  useEffect(() => onHeld(held), [held, onHeld]);
  const matches = useOfferMatches(searched.choices, person, follows);
  const create = () => creation.create(picks.services, known);
  return {
    ...fields,
    ...searched,
    ...picks,
    member: context.member,
    follows,
    organizationId,
    matches,
    creation,
    create,
  };
}

export type NewRequest = ReturnType<typeof useNewRequest>;

/** The services of an area, and the ZIP codes that it can be around. */
function useServiceSearch(
  draft: ReturnType<typeof useNewRequestDraft>,
  memberZipCode: string | null,
  follows: FollowedRequest | null,
) {
  const [area, setArea] = useState(draft.initial.area);
  const own = useQuery(organizationQuery(useOwnOrganizationId()));
  const zipCodes = { organization: own.data?.zipCode ?? null, member: memberZipCode };
  const center = centerOf(area, zipCodes);
  const zipCode = center && zipCodes[center];
  const listed = useQuery(serviceChoicesQuery(own.data, { zipCode, radius: area.radius }));

  function search(changed: Partial<SearchArea>) {
    setArea({ ...area, ...changed });
    draft.keep({ area: { ...area, ...changed } });
  }

  return {
    area,
    search,
    choices: useUntriedChoices(listed.data, follows),
    zipCodes,
    center,
    refreshing: listed.isPlaceholderData,
    failure: own.error ?? listed.error,
    retry: () => void (own.error ? own : listed).refetch(),
  };
}

/** The chosen services: those listed now, and others picked before the list was of another area. */
function useServicePicks({ form, removed, setRemoved, selectedIn }: ReturnType<typeof useFields>, listed: Service[]) {
  const [picked, setPicked] = useState<Service[]>([]);
  const serviceIds = withOnlyService(form.values.serviceIds, listed, removed);
  useEffect(() => {
    selectedIn.current = (ids) => withOnlyService(ids, listed, removed);
  });
  const known = new Set(listed.map(({ id }) => id));
  const offered = [...listed, ...picked.filter(({ id }) => !known.has(id))];

  function toggle(service: Service) {
    setRemoved(serviceIds.includes(service.id));
    setPicked((before) => [...before.filter(({ id }) => id !== service.id), service]);
    form.setFieldValue('serviceIds', toggleService(serviceIds, service.id));
  }

  return { serviceIds, offered, services: chosenServices(offered, serviceIds), toggle };
}

function useFields({ member, follows, onTyped }: NewRequestContext) {
  const draft = useNewRequestDraft(draftOf(member, follows), onTyped);
  const [known, setKnown] = useState(member ?? draft.initial.known);
  const [file, setFile] = useState<File | null>(null);
  // A new round also starts with empty searches.
  const [round, setRound] = useState(0);
  const [removed, setRemoved] = useState(false);
  // The services to choose from depend on the form, and whether the form is valid on them.
  const selectedIn = useRef((ids: number[]) => ids);
  const form = useForm({
    initialValues: draft.initial.values,
    validate: (values) =>
      validateRequest({ ...values, serviceIds: selectedIn.current(values.serviceIds) }, known, file),
    onValuesChange: (values) => draft.keep({ values }),
  });

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

  function startOver() {
    draft.forget();
    setFile(null);
    setKnown(member);
    setRemoved(false);
    setRound((count) => count + 1);
    form.setValues(emptyRequest);
    form.clearErrors();
  }

  return { draft, form, known, lock, file, attach, removed, setRemoved, selectedIn, round, startOver };
}
