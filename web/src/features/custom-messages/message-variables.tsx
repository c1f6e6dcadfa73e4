import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '../../ui/icons/first-icons.ts';
import { IconPlus } from '../../ui/icons/icons.ts';
import classes from './custom-messages.module.css';
import { customMessageTexts } from './custom-messages.texts.ts';

interface MessageVariablesProps {
  required: readonly string[];
  optional: readonly string[];
  text: string;
  onInsert: (variable: string) => void;
}

/** The variables of the text. Used ones have a check; a click inserts one at the cursor. */
export function MessageVariables({ required, optional, text, onInsert }: MessageVariablesProps) {
  return (
    <div>
      <div className="mb-2xs text-xs line-18 bold label" id="message-variables">
        {customMessageTexts.insert}
      </div>
      <ul className="list flex wrap gap-xs" aria-labelledby="message-variables">
        {[...required, ...optional].map((name) => {
          const variable = `{${name}}`;
          const present = text.includes(variable);
          const missing = required.includes(name) ? ', missing' : '';
          const PresenceIcon = present ? IconCheck : IconPlus;
          return (
            <li key={name}>
              <UnstyledButton
                className={`gap-2xs round-sm row text-xs bold sheet bordered-control hover ${classes.chip}`}
                data-present={present || undefined}
                aria-label={`Insert ${variable}${present ? ', in the text already' : missing}`}
                onClick={() => onInsert(variable)}
              >
                <PresenceIcon size={14} aria-hidden="true" />
                {variable}
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
