import { Button, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useLayoutEffect, useRef } from 'react';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { IconPlus } from '../../ui/icons/icons.ts';
import { SlideHeading } from '../../ui/slides/slides.tsx';
import { SlideButtons } from '../../ui/slides/slides-buttons.tsx';
import { ServiceFields } from './service-fields.tsx';
import { emptyService, type ServicesValues } from './services.form.ts';
import { servicesLabels, servicesTexts } from './services.texts.ts';
import classes from './services-form.module.css';

interface ServicesFormProps {
  form: UseFormReturnType<ServicesValues>;
  /** Why the services can no longer change here, once the organization exists. */
  locked: string | null;
  onBack: () => void;
  onNext: () => void;
}

export function ServicesForm({ form, locked, onBack, onNext }: ServicesFormProps) {
  const count = form.values.services.length;
  const list = useRef<HTMLFieldSetElement>(null);
  const shownCount = useRef(count);

  // Adding focuses the new row, removing the last remaining one.
  useLayoutEffect(() => {
    if (shownCount.current === count) return;
    shownCount.current = count;
    list.current?.querySelector<HTMLElement>(`[data-path="services.${count - 1}.name"]`)?.focus();
  }, [count]);

  return (
    <CheckedForm
      form={form}
      labels={servicesLabels}
      onValid={onNext}
      heading={<SlideHeading lead={locked ?? servicesTexts.lead}>{servicesTexts.title}</SlideHeading>}
    >
      <Stack gap={16}>
        <fieldset ref={list} disabled={locked !== null} className={classes.list}>
          {form.values.services.map((_, index) => (
            <ServiceRow
              key={index}
              form={form}
              index={index}
              onRemove={count > 1 ? () => form.removeListItem('services', index) : undefined}
            />
          ))}
          <Button
            variant="light"
            leftSection={<IconPlus aria-hidden="true" />}
            onClick={() => form.insertListItem('services', emptyService)}
          >
            Add another service
          </Button>
        </fieldset>
        <SlideButtons onBack={onBack} />
      </Stack>
    </CheckedForm>
  );
}

interface ServiceRowProps {
  form: UseFormReturnType<ServicesValues>;
  index: number;
  onRemove: (() => void) | undefined;
}

function ServiceRow({ form, index, onRemove }: ServiceRowProps) {
  return (
    <fieldset className={`m-0 card min-w-0 gap-md grid pair ${classes.service}`}>
      <legend className="p-0 px-6 heavy">Service {index + 1}</legend>
      <ServiceFields inputProps={(name) => form.getInputProps(`services.${index}.${name}`)} size="md" />
      {onRemove && (
        <Button
          className={`wide ${classes.remove}`}
          variant="default"
          c="var(--kb-alert)"
          aria-label={`Remove service ${index + 1}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      )}
    </fieldset>
  );
}
