import { passwordRules, weakPassword } from '@kinbridge/contract/shared/password';
import { type PasswordInputProps, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '../icons/first-icons.ts';
import { IconPoint } from '../icons/later-icons.ts';
import { PasswordField } from './password-field.tsx';
import classes from './password-field-new.module.css';
import { PasswordStrength } from './password-strength.tsx';

interface NewPasswordFieldProps extends Omit<PasswordInputProps, 'value'> {
  value?: string;
  /** What others know about the person, which makes a password easy to guess. */
  known: (string | null | undefined)[];
}

/** A new password, with its strength and its rules below, checked off while typing. */
export function NewPasswordField({ value = '', known, ...props }: NewPasswordFieldProps) {
  return (
    <div>
      <PasswordField
        autoComplete="new-password"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={<Rules password={value} />}
        value={value}
        {...props}
      />
      <PasswordStrength password={value} known={known} saidAbove={props.error === weakPassword} />
    </div>
  );
}

/** A field's description is a paragraph, which can't contain a list, so the rules are lines of text. */
function Rules({ password }: { password: string }) {
  return passwordRules.map((rule) => {
    const holds = rule.holds(password);
    const Icon = holds ? IconCheck : IconPoint;
    return (
      <span key={rule.message} className={`row gap-6 line-20 ${classes.rule}`} data-holds={holds}>
        <Icon className="fixed" size={14} stroke={holds ? 2.4 : 1.8} aria-hidden="true" />
        <span>
          {rule.message}
          {holds && <VisuallyHidden component="span"> Done.</VisuallyHidden>}
        </span>
      </span>
    );
  });
}
