import type { Service } from '@kinbridge/contract/services/services.contract';
import { Button, Checkbox, Skeleton, Text, Textarea } from '@mantine/core';
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadLater } from '../../../lib/load-later.tsx';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { CheckedForm } from '../../../ui/form/checked-form.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { RestoredNote } from '../../../ui/form/restored-note.tsx';
import { SamePersonDialog } from '../../../ui/same-person/same-person-dialog.tsx';
import { usePhone } from '../../../ui/scale/use-phone.ts';
import { howItEnded } from '../request-tries.ts';
import { BestMatchesList } from '../service-picker/best-matches-list.tsx';
import { pickerTexts } from '../service-picker/service-picker.texts.ts';
import { ServicePicker } from '../service-picker/service-picker.tsx';
import { ServicePickerDetails } from '../service-picker/service-picker-details.tsx';
import { ServicePickerSelection } from '../service-picker/service-picker-selection.tsx';
import { MemberFields } from './member-fields.tsx';
import { typedPerson } from './new-request.form.ts';
import classes from './new-request.module.css';
import { newRequestTexts } from './new-request.texts.ts';
import { newRequestLabels } from './new-request.values.ts';
import { NewServiceRequestAssignee } from './new-request-assignee.tsx';
import { NewServiceRequestOutcome } from './new-request-outcome.tsx';
import { NewRequestRecipients } from './new-request-recipients.tsx';
import { SimilarRequests } from './similar-requests.tsx';
import { type NewRequest, type NewRequestContext, useNewRequest } from './use-new-request.ts';

const NewServiceRequestAttachment = loadLater(
  async () => (await import('./new-request-attachment.tsx')).NewServiceRequestAttachment,
);

interface NewServiceRequestFormProps extends NewRequestContext {
  onCancel: () => void;
  onDone: () => void;
}

export function NewServiceRequestForm({ onCancel, onDone, ...context }: NewServiceRequestFormProps) {
  const request = useNewRequest(context);
  const { form, offered, services, creation } = request;
  const root = useRef<HTMLDivElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const [detailedId, setDetailedId] = useState<number | null>(null);
  const detailed = offered.find(({ id }) => id === detailedId);
  const [asking, setAsking] = useState(false);
  const full = services.filter(({ availability }) => availability === 'FULL').map(({ name }) => name);

  function closeDetails() {
    flushSync(() => setDetailedId(null));
    const opener = `[aria-label="${CSS.escape(pickerTexts.detailsOf(detailed?.name ?? ''))}"]`;
    root.current?.querySelector<HTMLElement>(opener)?.focus();
  }

  return (
    <div className={classes.root} ref={root}>
      <CheckedForm
        form={form}
        labels={newRequestLabels}
        onValid={() => (full.length > 0 ? setAsking(true) : request.create())}
      >
        <Panes key={request.round} request={request} onDetails={({ id }) => setDetailedId(id)}>
          {detailed && <ServicePickerDetails key={detailed.id} service={detailed} onClose={closeDetails} />}
        </Panes>
        <Footer request={request} submit={submit} onCancel={onCancel} />
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
          void request.create();
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

interface PanesProps {
  request: NewRequest;
  onDetails: (service: Service) => void;
  children: ReactNode;
}

function Panes({ request, onDetails, children }: PanesProps) {
  const { member, follows, organizationId, form, known, choices, area, center, zipCodes, search } = request;
  const { refreshing, failure, retry, matches, services, serviceIds, toggle } = request;
  const phone = usePhone();
  const picking = {
    selected: serviceIds,
    onToggle: useStableCallback(toggle),
    onDetails: useStableCallback(onDetails),
  };
  const bestMatches = matches.best && <BestMatchesList matches={matches.best} {...picking} />;
  return (
    <div className={`grid ${classes.panes}`}>
      <div className={`gap-sm px-lg pb-lg pt-md column ${classes.member}`}>
        {follows && (
          <Text className="round-md px-sm py-xs hovered">
            #{follows.id} to {follows.service.organization.name} {howItEnded(follows)}
          </Text>
        )}
        {phone && (bestMatches ?? (follows && !choices && !failure && <Skeleton height={110} radius="lg" />))}
        <MemberPane request={request} autoFocus={!phone} />
      </div>
      <div className={`px-lg pb-0 pt-md column min-w-0 hovered ${classes.services}`}>
        <ServicePicker
          choices={choices}
          area={{ ...area, center, zipCodes, onChange: search }}
          refreshing={refreshing}
          failure={failure && <ServicesFailure error={failure} onRetry={retry} />}
          matches={matches}
          bestMatches={!phone && bestMatches}
          type={follows?.service.type ?? null}
          {...picking}
          error={form.errors.serviceIds}
          autoFocus={!phone && member !== null}
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
      {children}
    </div>
  );
}

interface MemberPaneProps {
  request: NewRequest;
  /** Not on a phone, where the keyboard would cover the form before anyone sees it. */
  autoFocus: boolean;
}

function MemberPane({ request, autoFocus }: MemberPaneProps) {
  const { draft, form, member, file, organizationId, known, lock, attach, startOver } = request;
  const [ticked, setTicked] = useState(false);
  const lostFile = !file && draft.initial.fileName && newRequestTexts.fileLost(draft.initial.fileName);
  return (
    <>
      {draft.restored && <RestoredNote onStartOver={startOver} />}
      <MemberFields
        form={form}
        organizationId={organizationId}
        known={known}
        autoFocus={autoFocus}
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
    </>
  );
}

interface FooterProps {
  request: NewRequest;
  submit: RefObject<HTMLButtonElement | null>;
  onCancel: () => void;
}

function Footer({ request, submit, onCancel }: FooterProps) {
  const { form, known, services, creation } = request;
  return (
    <div className={classes.footer}>
      <Text className={`text-inherit dimmed ${classes.consequence}`} role="status">
        {creation.progress
          ? newRequestTexts.creating(creation.progress.done, creation.progress.total)
          : newRequestTexts.willCreate(services.length)}{' '}
        {creation.progress === null && <NewRequestRecipients values={form.values} known={known} services={services} />}
      </Text>
      <Button variant="default" onClick={onCancel} disabled={creation.progress !== null}>
        Cancel
      </Button>
      <Button type="submit" ref={submit} loading={creation.progress !== null}>
        {newRequestTexts.create(services.length)}
      </Button>
    </div>
  );
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
