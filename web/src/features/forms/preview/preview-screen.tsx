import type { DisplayedForm, FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { cleanDefinition } from '@kinbridge/forms/clean-definition';
import { type SurveyDefinition, textIn, withFixedQuestions } from '@kinbridge/forms/form-definition';
import { formPage } from '@kinbridge/public/form/public-form-page';
import { Button, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError } from '../../../lib/api.ts';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { loadLater, usePreload } from '../../../lib/load-later.tsx';
import { CallFailure, FailureCard } from '../../../ui/form/form-errors.tsx';
import { IconRefresh } from '../../../ui/icons/first-icons.ts';
import { IconUpload } from '../../../ui/icons/icons.ts';
import { IconDeviceDesktop, IconDeviceMobile, IconPencil } from '../../../ui/icons/later-icons.ts';
import { Page } from '../../../ui/page/page.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { englishAroundForm } from '../builder/definition/english-around.ts';
import { formProblems } from '../builder/definition/form-problems.ts';
import { type FormDraft, forgetFormDraft, writeFormDraft } from '../form-draft.ts';
import { formUrl } from '../form-url.ts';
import { baseOf, formAssetsQuery, type SurveyBase, usePublish } from '../forms.api.ts';
import { formsTexts } from '../forms.texts.ts';
import type { FindMember } from './assign-form-dialog.tsx';
import { PreviewChanges } from './preview-changes.tsx';
import classes from './preview-screen.module.css';
import { StaleEdit } from './stale-edit.tsx';

const PublishedDialog = loadLater(async () => (await import('./published-dialog.tsx')).PublishedDialog);

interface StageProps {
  title: string;
  definition: SurveyDefinition;
  organization: DisplayedForm['organization'];
}

interface PreviewScreenProps {
  /** The draft being edited; null shows the published form. */
  draft: FormDraft | null;
  /** The newest version when the page opened; null for a new form. */
  form: FormVersion | null;
  /** The name and logo above the form. */
  organization: DisplayedForm['organization'];
  findMember: FindMember;
}

/** Specification §2, /forms-preview: the form as members see it, with PUBLISH. */
export function PreviewScreen({ draft: given, form, organization, findMember }: PreviewScreenProps) {
  // Publishing deletes the draft; the page keeps showing it.
  const [draft] = useState(given);
  const definition = (draft?.definition ?? form?.data ?? {}) as SurveyDefinition;
  const { base, publish, published, send, sendOnTop } = usePublishing(draft, form, definition);
  usePreload(PublishedDialog);
  const navigate = useNavigate();
  const title = textIn(definition.title);
  const problems = formProblems(definition);
  const english = englishAroundForm(definition);
  const newest = newestOf(publish.error);

  return (
    <Page
      title={title || 'Untitled form'}
      windowTitle="Form preview"
      breadcrumb={[{ label: formsTexts.library, to: '/forms-library' }]}
      subtitle={base ? `Version ${base.version}${draft ? ', with unpublished changes' : ''}` : 'A new form'}
      action={
        <>
          <Button
            component={Link}
            to={formUrl('create', base?.id ?? null)}
            state={{ continueDraft: true }}
            variant="default"
            leftSection={<IconPencil />}
          >
            MAKE EDITS
          </Button>
          <Button
            leftSection={<IconUpload />}
            loading={publish.isPending}
            disabled={!draft || problems.length > 0}
            onClick={send}
          >
            PUBLISH
          </Button>
        </>
      }
    >
      {newest && base && <StaleEdit {...{ base, newest, definition }} onPublishOnTop={sendOnTop} />}
      {publish.error && !newest && <CallFailure title={formsTexts.saveFailed} error={publish.error} />}
      {problems.length > 0 && (
        <FailureCard title="Fix before publishing" occasion={null}>
          <ul className={`m-0 mt-2xs ${classes.problems}`}>
            {problems.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </FailureCard>
      )}
      {english && <Text c="dimmed">{english}</Text>}
      {draft && form && !newest && <PreviewChanges before={form} after={definition} />}
      <Stage title={title} definition={definition} organization={organization} />
      <Suspense>
        {published && (
          <PublishedDialog form={published} findMember={findMember} onClose={() => void navigate('/forms-library')} />
        )}
      </Suspense>
    </Page>
  );
}

/** The version that someone else published first; other conflicts have none. */
function newestOf(error: Error | null): FormVersion | undefined {
  return error instanceof ApiError ? (error.body.current as FormVersion | undefined) : undefined;
}

/** Publishes the draft on the version it is based on, or on a newer one that others published meanwhile. */
function usePublishing(draft: FormDraft | null, form: FormVersion | null, definition: SurveyDefinition) {
  const [base, setBase] = useState<SurveyBase | null>(draft ? draft.base : form && baseOf(form));
  const [published, setPublished] = useState<FormVersion | null>(null);
  const organizationId = useOwnOrganizationId();
  const publish = usePublish();

  function sendFrom(from: SurveyBase | null) {
    publish.mutate(
      { title: textIn(definition.title), data: definition, organizationId, base: from },
      {
        onSuccess: (newest) => {
          forgetFormDraft(from?.uniqueSurveyId ?? null);
          setPublished(newest);
        },
      },
    );
  }

  function sendOnTop(newest: FormVersion) {
    const next = baseOf(newest);
    setBase(next);
    if (draft) writeFormDraft({ ...draft, base: next });
    sendFrom(next);
  }

  return { base, publish, published, send: () => sendFrom(base), sendOnTop };
}

/** The form in a phone's or a desktop's width: the same page that its link opens. */
function Stage({ title, definition, organization }: StageProps) {
  const [device, setDevice] = useState<'phone' | 'desktop'>('phone');
  const [round, setRound] = useState(0);
  const { data: assets, error, refetch } = useQuery(formAssetsQuery());
  return (
    <div className={`gap-14 round-lg column grow soft ${classes.stage}`}>
      <div className="row wrap justify-center gap-xs">
        <SegmentedControl
          size="xs"
          aria-label="Width of the preview"
          data={[
            { value: 'phone', label: <DeviceLabel icon={IconDeviceMobile} word="Phone" /> },
            { value: 'desktop', label: <DeviceLabel icon={IconDeviceDesktop} word="Desktop" /> },
          ]}
          value={device}
          onChange={(value) => setDevice(value as 'phone' | 'desktop')}
        />
        <Button variant="subtle" leftSection={<IconRefresh />} onClick={() => setRound(round + 1)}>
          Start again
        </Button>
      </div>
      <Text className="text-sm dimmed centered">Answers here aren't sent or saved.</Text>
      {assets && (
        <iframe
          key={round}
          className={classes.device}
          data-device={device}
          title="Preview of the form"
          srcDoc={formPage(displayed(title, definition, organization), [], 'preview', assets)}
        />
      )}
      {!assets && error && <LoadFailure level={2} error={error} onRetry={() => void refetch()} />}
      {!assets && !error && <Skeleton className={classes.device} data-device={device} aria-busy="true" />}
    </div>
  );
}

/** The form as its link shows it; values that only published forms have are made up and never shown. */
function displayed(
  title: string,
  definition: SurveyDefinition,
  organization: DisplayedForm['organization'],
): DisplayedForm {
  return {
    id: 1,
    uniqueSurveyId: 'preview',
    title,
    version: 1,
    data: withFixedQuestions(cleanDefinition(definition)),
    organizationId: organization.id,
    originalSurveyId: null,
    archivedAt: null,
    createTimestamp: '',
    organization,
  };
}

function DeviceLabel({ icon: DeviceIcon, word }: { icon: typeof IconDeviceMobile; word: string }) {
  return (
    <span className="row gap-6">
      <DeviceIcon aria-hidden="true" />
      {word}
    </span>
  );
}
