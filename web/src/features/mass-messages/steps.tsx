import { smsMaxCharacters } from '@kinbridge/contract/sms/sms-segments';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '../../ui/icons/first-icons.ts';
import classes from './mass-messaging.module.css';
import { massMessagingTexts } from './mass-messaging.texts.ts';

interface StepsProps {
  step: number;
  /** The last step that can be opened. */
  reached: number;
  message: string;
  onStep: (step: number) => void;
}

/** The three steps: the current one, and links back. */
export function Steps({ step, reached, message, onStep }: StepsProps) {
  const { steps } = massMessagingTexts;
  const characters = [...message.trim()].length;
  const list = [
    {
      label: steps.message,
      note: characters === 0 ? 'What to say' : `${characters} of ${smsMaxCharacters} characters`,
    },
    { label: steps.recipients, note: 'Choose who gets it' },
    { label: steps.send, note: 'Check and send' },
  ];
  return (
    <nav aria-label="Steps">
      <ol className={`gap-10 m-0 px-lg pb-14 pt-10 flex unlisted ${classes.steps}`}>
        {list.map(({ label, note }, index) => {
          const number = index + 1;
          const state = number < step ? 'done' : number === step ? 'active' : 'ahead';
          return (
            <li key={label} className={`row gap-10 ${classes.step}`} data-state={state}>
              <UnstyledButton
                className={`gap-10 round-md row ${classes.stepButton}`}
                disabled={number > reached}
                aria-current={state === 'active' ? 'step' : undefined}
                onClick={() => onStep(number)}
              >
                <span className={classes.stepNumber} aria-hidden="true">
                  {state === 'done' ? <IconCheck stroke={2.2} /> : number}
                </span>
                <VisuallyHidden>
                  Step {number} of {list.length}: {label}
                </VisuallyHidden>
                <span className={`column line-17 ${classes.stepText}`}>
                  <span className={`bold label ${classes.stepLabel}`} aria-hidden="true">
                    {label}
                  </span>
                  <span className={`text-xs numbers dimmed ${classes.stepNote}`}>{note}</span>
                </span>
              </UnstyledButton>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
