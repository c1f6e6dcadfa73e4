import { Button, Text, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { BirthdayField } from '../../../ui/fields/birthday-field.tsx';
import { PhoneField } from '../../../ui/fields/phone-field.tsx';
import { IconLock } from '../../../ui/icons/icons.ts';
import classes from './member-fields.module.css';
import { MemberSearch } from './member-search.tsx';
import { MemberSuggestions } from './member-suggestions.tsx';
import { newRequestTexts } from './new-request.texts.ts';
import { type KnownMember, type MemberField, memberLabels, type NewRequestValues } from './new-request.values.ts';

interface MemberFieldsProps {
  form: UseFormReturnType<NewRequestValues>;
  organizationId: number;
  known: KnownMember | null;
  autoFocus: boolean;
  onChoose: (member: KnownMember) => void;
  /** Absent if the form was opened for this member. */
  onUnlock?: (() => void) | undefined;
}

/** Who the request is for: an existing member with locked fields, or a new one. */
export function MemberFields({ form, organizationId, known, autoFocus, onChoose, onUnlock }: MemberFieldsProps) {
  const field = (name: MemberField) => {
    const label = memberLabels[name];
    if (known) return { label, disabled: true, value: known[name] ?? '', onChange: () => {}, placeholder: '–' };
    return { label, ...form.getInputProps(name) };
  };
  return (
    <section aria-labelledby="new-request-member" className={`column gap-sm ${classes.member}`}>
      <Title order={3} id="new-request-member">
        {newRequestTexts.member}
      </Title>
      {known ? (
        <LockNote known={known} onUnlock={onUnlock} />
      ) : (
        <MemberSearch organizationId={organizationId} autoFocus={autoFocus} onChoose={onChoose} />
      )}
      <div className={`grid gap-sm pair start ${classes.fields}`}>
        <TextInput {...field('firstName')} withAsterisk={!known} autoComplete="off" />
        <TextInput {...field('lastName')} withAsterisk={!known} autoComplete="off" />
        <BirthdayField {...field('dateOfBirth')} />
        <PhoneField
          placeholder="(222) 333-4444"
          {...field('phoneNumber')}
          {...(known && { value: known.phoneNumber ?? '' })}
          autoComplete="off"
        />
        <TextInput
          placeholder="Optional"
          {...field('email')}
          className={classes.email}
          type="email"
          autoComplete="off"
        />
        <TextInput placeholder="Optional" {...field('zipCode')} inputMode="numeric" autoComplete="off" />
        <TextInput
          placeholder="11 digits, optional"
          {...field('participantId')}
          className={`wide ${classes.participant}`}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      {!known && (
        <MemberSuggestions
          organizationId={organizationId}
          firstName={form.values.firstName}
          lastName={form.values.lastName}
          dateOfBirth={form.values.dateOfBirth}
          onChoose={onChoose}
        />
      )}
    </section>
  );
}

function LockNote({ known, onUnlock }: { known: KnownMember; onUnlock: (() => void) | undefined }) {
  return (
    <div className={`gap-x-xs round-md row wrap tint min-h-32 ${classes.lock}`}>
      <IconLock aria-hidden="true" />
      <Text fz="inherit">{newRequestTexts.locked(known.id)}</Text>
      {onUnlock && (
        <Button variant="subtle" className="push" onClick={onUnlock} autoFocus>
          {newRequestTexts.unlock}
        </Button>
      )}
    </div>
  );
}
