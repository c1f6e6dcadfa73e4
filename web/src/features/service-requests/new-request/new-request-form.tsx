import type { Service } from '@kinbridge/contract/services/services.contract';
import { Button, Checkbox, Skeleton, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { loadLater } from '../../../lib/load-later.tsx';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';

import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { CheckedForm } from '../../../ui/form/checked-form.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { RestoredNote } from '../../../ui/form/restored-note.tsx';
import { SamePersonDialog } from '../../../ui/same-person/same-person-dialog.tsx';
import { usePhone } from '../../../ui/scale/use-phone.ts';
import { howItEnded } from '../request-tries.ts';
import { BestMatchesList } from './best-matches-list.tsx';
import { MemberFields } from './member-fields.tsx';
import { serviceChoicesQuery } from './new-request.api.ts';
import { draftOf } from './new-request.draft.ts';
import { typedPerson, validateRequest } from './new-request.form.ts';
import classes from './new-request.module.css';
import { newRequestTexts } from './new-request.texts.ts';
import {
  emptyRequest,
  type FollowedRequest,
  type KnownMember,
  memberFields,
  newRequestLabels,
} from './new-request.values.ts';
import { NewServiceRequestAssignee } from './new-request-assignee.tsx';
import { NewServiceRequestOutcome } from './new-request-outcome.tsx';
import { NewRequestRecipients } from './new-request-recipients.tsx';
import { pickerTexts } from './service-picker.texts.ts';
import { ServicePicker } from './service-picker.tsx';
import { ServicePickerDetails } from './service-picker-details.tsx';
import { ServicePickerSelection } from './service-picker-selection.tsx';
import { SimilarRequests } from './similar-requests.tsx';
import { useNewRequestCreation } from './use-new-request-creation.ts';
import { useNewRequestDraft } from './use-new-request-draft.ts';
import { useOfferMatches, usePersonInNeed } from './use-offer-matches.ts';

const NewServiceRequestAttachment = loadLater(
  async () => (await import('./new-request-attachment.tsx')).NewServiceRequestAttachment,
);

interface NewServiceRequestFormProps {
  member: KnownMember | null;
  follows: FollowedRequest | null;
  onTyped: (typed: boolean) => void;
  onHeld: (held: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
}

export function NewServiceRequestForm(props: NewServiceRequestFormProps) {
  const { member, follows, onTyped, onHeld, onCancel, onDone } = props;
  const organizationId = useOwnOrganizationId();
  const phone = usePhone();
  // On a phone, the keyboard would cover the form before anyone sees it.
  const roomy = !phone;
  const draft = useNewRequestDraft(draftOf(member, follows), onTyped);
  const [known, setKnown] = useState(member ?? draft.initial.known);
  const [file, setFile] = useState<File | null>(null);
  const [ticked, setTicked] = useState(false);
  // A new round also starts with empty searches.
  const [round, setRound] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const choices = useQuery(serviceChoicesQuery(organizationId));
  const offered = choices.data?.offers.map(({ service }) => service) ?? [];
  const [detailedId, setDetailedId] = useState<number | null>(null);
  const detailed = offered.find(({ id }) => id === detailedId);
  const [asking, setAsking] = useState(false);
  // A single service is preselected, until someone removes it.
  const [removed, setRemoved] = useState(false);
  const withOnlyService = (ids: number[]) =>
    ids.length === 0 && !removed && offered.length === 1 && offered[0]?.availability !== 'PAUSED'
      ? offered.map(({ id }) => id)
      : ids;
  const form = useForm({
    initialValues: draft.initial.values,
    validate: (values) => validateRequest({ ...values, serviceIds: withOnlyService(values.serviceIds) }, known, file),
    onValuesChange: (values) => draft.keep({ values }),
  });
  const serviceIds = withOnlyService(form.values.serviceIds);
  const services = chosen(offered, serviceIds);

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

  function toggle(service: Service) {
    const without = serviceIds.filter((id) => id !== service.id);
    setRemoved(without.length < serviceIds.length);
    form.setFieldValue('serviceIds', without.length < serviceIds.length ? without : [...serviceIds, service.id]);
  }

  function startOver() {
    draft.forget();
    setFile(null);
    setKnown(member);
    setTicked(false);
    setRemoved(false);
    setRound((count) => count + 1);
    form.setValues(emptyRequest);
    form.clearErrors();
  }

  const followsId = follows?.id ?? null;
  const creation = useNewRequestCreation({ organizationId, followsId, draft, form, file, lock, onCreated: startOver });
  const held = creation.progress !== null || creation.question !== null || creation.outcome !== null;
  useEffect(() => onHeld(held), [held, onHeld]);

  const full = services.filter(({ availability }) => availability === 'FULL').map(({ name }) => name);
  const create = () => creation.create(services, known);

  function closeDetails() {
    flushSync(() => setDetailedId(null));
    const opener = `[aria-label="${CSS.escape(pickerTexts.detailsOf(detailed?.name ?? ''))}"]`;
    root.current?.querySelector<HTMLElement>(opener)?.focus();
  }

  const matches = useOfferMatches(choices.data, usePersonInNeed(form.values, known), follows);
  const picking = {
    selected: serviceIds,
    onToggle: useStableCallback(toggle),
    onDetails: useStableCallback(({ id }: Service) => setDetailedId(id)),
  };
  const bestMatches = matches.best && <BestMatchesList matches={matches.best} {...picking} />;

  const lostFile = !file && draft.initial.fileName && newRequestTexts.fileLost(draft.initial.fileName);

  return (
    <div className={classes.root} ref={root}>
      <CheckedForm form={form} labels={newRequestLabels} onValid={() => (full.length > 0 ? setAsking(true) : create())}>
        <div className={`grid ${classes.panes}`} key={round}>
          <div className={`gap-sm px-lg pb-lg pt-md column ${classes.member}`}>
            {follows && (
              <Text className="round-md px-sm py-xs hovered">
                #{follows.id} to {follows.service.organization.name} {howItEnded(follows)}
              </Text>
            )}
            {phone && (bestMatches ?? (follows && choices.isPending && <Skeleton height={110} radius="lg" />))}
            {draft.restored && <RestoredNote onStartOver={startOver} />}
            <MemberFields
              form={form}
              organizationId={organizationId}
              known={known}
              autoFocus={roomy}
              onChoose={lock}
              onUnlock={member ? undefined : () => lock(null)}
            />
            <Textarea
              label={newRequestLabels.description}
              description={newRequestTexts.description}
              rows={4}
              {...form.getInputProps('description')}
            />
            <Checkbox
              label={newRequestTexts.attach}
              {...form.getInputProps('attach', { type: 'checkbox' })}
              error={null}
              onClick={() => setTicked(true)}
            />
            {form.values.attach && (
              <Suspense>
                <NewServiceRequestAttachment
                  file={file}
                  autoShow={ticked}
                  onChange={attach}
                  error={(form.errors.attach as string | undefined) ?? (lostFile || null)}
                />
              </Suspense>
            )}
          </div>
          <div className={`px-lg pb-0 pt-md column min-w-0 hovered ${classes.services}`}>
            <ServicePicker
              choices={choices.data}
              failure={
                choices.error && <ServicesFailure error={choices.error} onRetry={() => void choices.refetch()} />
              }
              matches={matches}
              bestMatches={!phone && bestMatches}
              type={follows?.service.type ?? null}
              {...picking}
              error={form.errors.serviceIds}
              autoFocus={roomy && member !== null}
            />
            <div className={`gap-xs px-lg pb-sm pt-10 border-top column sheet ${classes.choice}`}>
              <SimilarRequests services={services} memberId={known?.id ?? null} />
              <ServicePickerSelection services={services} onRemove={toggle} />
              <NewServiceRequestAssignee
                organizationId={organizationId}
                services={services}
                value={form.values.assigneeId}
                onChange={(id) => form.setFieldValue('assigneeId', id)}
              />
            </div>
          </div>
          {detailed && <ServicePickerDetails key={detailed.id} service={detailed} onClose={closeDetails} />}
        </div>
        <div className={classes.footer}>
          <Text className={`text-inherit dimmed ${classes.consequence}`} role="status">
            {creation.progress
              ? newRequestTexts.creating(creation.progress.done, creation.progress.total)
              : newRequestTexts.willCreate(services.length)}{' '}
            {creation.progress === null && (
              <NewRequestRecipients values={form.values} known={known} services={services} />
            )}
          </Text>
          <Button variant="default" onClick={onCancel} disabled={creation.progress !== null}>
            Cancel
          </Button>
          <Button type="submit" ref={submit} loading={creation.progress !== null}>
            {newRequestTexts.create(services.length)}
          </Button>
        </div>
      </CheckedForm>
      <ConfirmDialog
        opened={asking}
        title={pickerTexts.sendAnyway}
        text={pickerTexts.full(full)}
        confirm={pickerTexts.send}
        cancel={pickerTexts.goBack}
        destructive={false}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void create();
        }}
      />
      {creation.question && (
        <SamePersonDialog
          typed={typedPerson(form.values)}
          candidates={creation.question.candidates}
          onAnswer={creation.answer}
          onCancel={() => {
            flushSync(creation.cancelQuestion);
            submit.current?.focus();
          }}
        />
      )}
      <NewServiceRequestOutcome
        outcome={creation.outcome}
        onDone={onDone}
        onDismiss={creation.dismiss}
        onAnother={() => {
          // The closing dialog returns focus to its opener only if nothing else has it.
          flushSync(creation.dismiss);
          root.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
        }}
      />
    </div>
  );
}

/** In the order they were chosen; services no longer offered are dropped. */
function chosen(offered: Service[], ids: number[]): Service[] {
  return ids.map((id) => offered.find((service) => service.id === id)).filter((service) => service !== undefined);
}

function ServicesFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <CallFailure title="We couldn't load the services" error={error}>
      <Button variant="default" mt={8} onClick={onRetry}>
        Try again
      </Button>
    </CallFailure>
  );
}
