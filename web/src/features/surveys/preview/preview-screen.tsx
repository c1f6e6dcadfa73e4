import { type SurveyDefinition, textIn, withFixedQuestions } from '@kinbridge/contract/surveys/survey-definition';
import type { Survey } from '@kinbridge/contract/surveys/surveys.contract';
import { Button, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError } from '../../../lib/api.ts';
import { useCurrentUser } from '../../../lib/current-user.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { CallFailure, FailureCard } from '../../../ui/form-errors.tsx';
import { IconRefresh } from '../../../ui/icons/first-icons.ts';
import { IconDeviceDesktop, IconDeviceMobile, IconPencil, IconUpload } from '../../../ui/icons/icons.ts';
import { SuccessDialog } from '../../../ui/outcome-dialog.tsx';
import { Page } from '../../../ui/page.tsx';
import { formProblems } from '../builder/form-problems.ts';
import { languageNames, languagesOf } from '../builder/local-text.ts';
import { formAddress } from '../form-address.ts';
import { type FormDraft, forgetFormDraft, writeFormDraft } from '../form-draft.ts';
import { baseOf, type SurveyBase, usePublish } from '../surveys.api.ts';
import { surveyTexts } from '../surveys.texts.ts';
import { SurveyViewLater } from '../view/survey-view-later.tsx';
import { PreviewChanges } from './preview-changes.tsx';
import classes from './preview-screen.module.css';
import { StaleEdit } from './stale-edit.tsx';

interface PreviewScreenProps {
  /** What is being edited; null shows the published form as it is. */
  draft: FormDraft | null;
  /** The newest version that was known when the page opened; null for a new form. */
  survey: Survey | null;
}

/** Specification §2, /forms-preview: the form as a member sees it, and the way to publish it. */
export function PreviewScreen({ draft: given, survey }: PreviewScreenProps) {
  // Published, the draft is gone; what is shown stays until the page is left.
  const [draft] = useState(given);
  const definition = (draft?.definition ?? survey?.data ?? {}) as SurveyDefinition;
  const [base, setBase] = useState<SurveyBase | null>(draft ? draft.base : survey && baseOf(survey));
  const [published, setPublished] = useState(false);
  const [key] = useState(newIdempotencyKey);
  const { organizationId } = useCurrentUser();
  const publish = usePublish();
  const navigate = useNavigate();
  const title = textIn(definition.title);
  const problems = formProblems(definition);
  const stopping = problems.filter(({ stops }) => stops);
  const stale = publish.error instanceof ApiError && publish.error.status === 409 && base !== null;

  function send(from: SurveyBase | null) {
    if (publish.isPending || organizationId === null) return;
    publish.mutate(
      { title, data: definition, organizationId, base: from, idempotencyKey: key },
      {
        onSuccess: () => {
          forgetFormDraft(from?.uniqueSurveyId ?? null);
          setPublished(true);
        },
      },
    );
  }

  return (
    <Page
      title={title || 'Untitled form'}
      windowTitle="Form preview"
      breadcrumb={[{ label: surveyTexts.library, to: '/forms-library' }]}
      subtitle={base ? `Version ${base.version}${draft ? ', with changes that are not published' : ''}` : 'A new form'}
      action={
        <>
          <Button
            component={Link}
            to={formAddress('create', base?.id ?? null)}
            state={{ continueDraft: true }}
            variant="default"
            leftSection={<IconPencil size={16} stroke={1.8} />}
          >
            MAKE EDITS
          </Button>
          <Button
            leftSection={<IconUpload size={16} stroke={1.8} />}
            loading={publish.isPending}
            disabled={!draft || stopping.length > 0}
            onClick={() => send(base)}
          >
            PUBLISH
          </Button>
        </>
      }
    >
      {stale && base && (
        <StaleEdit
          base={base}
          definition={definition}
          onPublishOnTop={(newest) => {
            const next = baseOf(newest);
            setBase(next);
            if (draft) writeFormDraft({ ...draft, base: next });
            send(next);
          }}
        />
      )}
      {publish.error && !stale && <CallFailure title={surveyTexts.saveFailed} error={publish.error} />}
      {stopping.length > 0 && (
        <FailureCard title="Before it can be published" occasion={null}>
          <ul className={classes.problems}>
            {stopping.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </FailureCard>
      )}
      {draft && survey && !stale && <PreviewChanges before={survey} after={definition} />}
      <Stage definition={definition} />
      <SuccessDialog
        opened={published}
        title={base ? surveyTexts.updated : surveyTexts.created}
        onClose={() => void navigate('/forms-library')}
      />
    </Page>
  );
}

/** The form at the width of a phone or of a desk, in each of its languages. */
function Stage({ definition }: { definition: SurveyDefinition }) {
  const [device, setDevice] = useState<'phone' | 'desktop'>('phone');
  const [locale, setLocale] = useState('default');
  const [round, setRound] = useState(0);
  const [done, setDone] = useState(false);
  const languages = languagesOf(definition);
  const again = () => {
    setRound(round + 1);
    setDone(false);
  };
  return (
    <div className={classes.stage}>
      <div className={classes.tools}>
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
        {languages.length > 1 && (
          <Select
            aria-label="Language of the preview"
            allowDeselect={false}
            w={150}
            data={languages.map((value) => ({ value, label: languageNames[value] ?? value }))}
            value={locale}
            onChange={(value) => value && setLocale(value)}
          />
        )}
        <Button variant="subtle" leftSection={<IconRefresh size={16} stroke={1.8} />} onClick={again}>
          Start again
        </Button>
      </div>
      <section className={classes.device} data-device={device} aria-label="Preview of the form">
        {done ? (
          <p className={classes.done} role="status">
            This is where the answers would be sent. In the preview nothing is kept.
          </p>
        ) : (
          <SurveyViewLater
            key={round}
            definition={withFixedQuestions(definition)}
            locale={locale}
            onComplete={() => setDone(true)}
          />
        )}
      </section>
    </div>
  );
}

function DeviceLabel({ icon: DeviceIcon, word }: { icon: typeof IconDeviceMobile; word: string }) {
  return (
    <span className={classes.deviceLabel}>
      <DeviceIcon size={16} stroke={1.7} aria-hidden="true" />
      {word}
    </span>
  );
}
