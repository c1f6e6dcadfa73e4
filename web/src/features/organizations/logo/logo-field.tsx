import { logoTypes } from '@kinbridge/contract/organizations/organizations.contract';
import { Button, FileButton, Group, Input } from '@mantine/core';
import { useState } from 'react';
import { useObjectUrl } from '../../../lib/use-object-url.ts';
import { IconPhoto } from '../../../ui/icons/later-icons.ts';
import { logoTexts } from '../organizations.texts.ts';
import classes from './logo-field.module.css';
import { logoProblem } from './use-logo.ts';

interface LogoFieldProps {
  logo: File | null;
  onChange: (logo: File | null) => void;
  /** True if a reload lost the chosen logo. */
  lost: boolean;
}

/** The logo with a preview. Type and size are checked before sending. */
export function LogoField({ logo, onChange, lost }: LogoFieldProps) {
  const [problem, setProblem] = useState('');
  const preview = useObjectUrl(logo);

  function choose(file: File | null) {
    if (!file) return;
    const found = logoProblem(file);
    setProblem(found);
    if (found === '') onChange(file);
  }

  return (
    <Input.Wrapper
      label={logoTexts.label}
      labelElement="div"
      description={logoTexts.hint}
      error={problem || (lost && !logo && logoTexts.lost)}
      errorProps={{ role: 'alert' }}
    >
      <Group gap={12}>
        <div className={`clip box grid fixed dimmed soft place-center ${classes.preview}`}>
          {preview ? (
            <img
              src={preview}
              alt={`Preview of ${logo?.name}`}
              onError={() => {
                setProblem(logoTexts.unreadable);
                onChange(null);
              }}
            />
          ) : (
            <IconPhoto size={24} aria-hidden="true" />
          )}
        </div>
        <FileButton onChange={choose} accept={logoTypes.join(',')} inputProps={{ 'aria-label': logoTexts.label }}>
          {(props) => (
            <Button {...props} variant="default">
              {logo ? 'Change picture' : 'Choose picture'}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button variant="subtle" onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
