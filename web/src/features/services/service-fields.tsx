import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import { Select, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { GrowingTextarea } from '../../ui/fields/growing-textarea.tsx';
import type { ServiceValues } from './services.form.ts';
import { servicesLabels } from './services.texts.ts';

const typeOptions = Object.entries(serviceTypeLabels).map(([value, label]) => ({ value, label }));

interface ServiceFieldsProps {
  /** The form's props for a field of this service. */
  inputProps: (name: keyof ServiceValues) => GetInputPropsReturnType;
  size: 'xs' | 'md';
}

/** A service's fields, at registration and in the account, in a grid of two columns. */
export function ServiceFields({ inputProps, size }: ServiceFieldsProps) {
  const field = (name: keyof ServiceValues) => {
    const props = inputProps(name);
    return {
      label: servicesLabels[`services.*.${name}`],
      size,
      ...props,
      // Specification §5: the label turns red.
      labelProps: props.error ? { style: { color: 'var(--kb-alert)' } } : {},
    };
  };
  return (
    <>
      <TextInput {...field('name')} required />
      <Select
        {...field('type')}
        data={typeOptions}
        placeholder="Choose one"
        searchable
        allowDeselect={false}
        required
      />
      <GrowingTextarea {...field('description')} className="wide" minRows={2} maxRows={6} />
    </>
  );
}
