import { costLabels } from '@kinbridge/contract/services/availability';
import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import { commonLanguages, languageName } from '@kinbridge/contract/shared/language-names';
import { Checkbox, MultiSelect, NumberInput, Select, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useId } from 'react';
import { GrowingTextarea } from '../../../ui/fields/growing-textarea.tsx';
import { PhoneField } from '../../../ui/fields/phone-field.tsx';
import type { DetailsValues } from './details.form.ts';
import classes from './details.module.css';
import { areaLabels, detailsLabels as labels, detailsTexts as texts } from './details.texts.ts';
import { HoursFields } from './hours-fields.tsx';

const typeOptions = Object.entries(serviceTypeLabels).map(([value, label]) => ({ value, label }));
const costOptions = Object.entries(costLabels).map(([value, label]) => ({ value, label }));
const areaOptions = Object.entries(areaLabels).map(([value, label]) => ({ value, label }));

type Field = keyof DetailsValues & keyof typeof labels;

/** A service's details in sections. */
export function DetailsFields({ form }: { form: UseFormReturnType<DetailsValues> }) {
  const field = (name: Field) => ({ label: labels[name], ...form.getInputProps(name) });
  const { languages, area } = form.values;
  const tags = [...new Set([...commonLanguages, ...languages])];
  return (
    <>
      <Section title={texts.sections.basics}>
        <TextInput {...field('name')} required />
        <Select {...field('type')} data={typeOptions} searchable allowDeselect={false} required />
        <GrowingTextarea {...field('description')} className="wide" minRows={2} maxRows={6} />
        <Select {...field('cost')} data={costOptions} placeholder="Unknown" clearable />
      </Section>
      <Section title={texts.sections.people}>
        <GrowingTextarea {...field('eligibility')} className="wide" minRows={2} maxRows={6} />
        <NumberInput {...field('ageMin')} placeholder="Any" allowDecimal={false} hideControls />
        <NumberInput {...field('ageMax')} placeholder="Any" allowDecimal={false} hideControls />
        <MultiSelect
          {...field('languages')}
          className="wide"
          data={tags.map((tag) => ({ value: tag, label: languageName(tag) }))}
          placeholder={languages.length === 0 ? 'Unknown' : undefined}
          searchable
          clearable
          hidePickedOptions
        />
        <GrowingTextarea {...field('documents')} className="wide" description="One per line." minRows={2} maxRows={8} />
        <Select {...field('area')} data={areaOptions} allowDeselect={false} />
        {area === 'zipCodes' && <TextInput {...field('zipCodes')} placeholder="49001, 49007" />}
        {area === 'radius' && <NumberInput {...field('radiusMiles')} hideControls />}
      </Section>
      <Section title={texts.sections.hours}>
        <HoursFields form={form} />
      </Section>
      <Section title={texts.sections.place} hint={texts.placeHint}>
        <TextInput {...field('addressLine1')} autoComplete="off" />
        <TextInput {...field('addressLine2')} autoComplete="off" />
        <TextInput {...field('city')} autoComplete="off" />
        <TextInput {...field('state')} autoComplete="off" />
        <TextInput {...field('zipCode')} inputMode="numeric" autoComplete="off" />
        <PhoneField {...field('phoneNumber')} autoComplete="off" />
        <TextInput {...field('website')} className="wide" type="url" placeholder="https://" autoComplete="off" />
      </Section>
      <Section title={texts.sections.response}>
        <NumberInput
          {...field('responseHours')}
          description="How soon you promise to respond to a request."
          allowDecimal={false}
          hideControls
        />
        <NumberInput
          {...field('stallDays')}
          description="After this many days without anything by your organization, an accepted request is stalled."
          allowDecimal={false}
          hideControls
        />
        <Checkbox
          className="self-center"
          label={labels.listedPublicly}
          {...form.getInputProps('listedPublicly', { type: 'checkbox' })}
        />
      </Section>
    </>
  );
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 className="m-0 text-md heavy" id={id}>
        {title}
      </h3>
      {hint && <Text c="dimmed">{hint}</Text>}
      <div className={`gap-sm gap-x-md mt-sm grid pair start ${classes.fields}`}>{children}</div>
    </section>
  );
}
