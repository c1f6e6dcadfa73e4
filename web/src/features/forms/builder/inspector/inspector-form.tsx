import { counted } from '@kinbridge/contract/shared/counted';
import { showsNumbers, showsProgressBar } from '@kinbridge/forms/form-display';
import { Button, Text, TextInput } from '@mantine/core';
import { IconCode } from '../../../../ui/icons/later-icons.ts';
import { useBuilder } from '../builder-context.ts';
import { formProblems, isBlank } from '../definition/form-problems.ts';
import { textFor, withText } from '../definition/local-text.ts';
import classes from './inspector.module.css';
import { TextSetting } from './inspector-text.tsx';
import { SwitchSetting } from './switch-setting.tsx';

/** The settings of the whole form. */
export function FormSettings({ onJson }: { onJson: () => void }) {
  const { state, dispatch } = useBuilder();
  const { definition } = state;
  const change = (changes: Record<string, unknown>) => dispatch({ type: 'change form', changes });
  // An empty form is a start, not a mistake.
  const problems = isBlank(definition) ? [] : formProblems(definition);
  return (
    <div className={classes.fields}>
      <TextInput
        label="Title of the form"
        maxLength={200}
        placeholder="Untitled"
        value={textFor(definition.title, 'default')}
        onChange={(event) => change({ title: withText(definition.title, 'default', event.currentTarget.value) })}
      />
      <TextSetting
        label="Introduction"
        rows={3}
        text={definition.description}
        onChange={(description) => change({ description })}
      />
      <SwitchSetting
        label="Show a progress bar"
        checked={showsProgressBar(definition)}
        onChange={(on) => change({ showProgressBar: on })}
      />
      <SwitchSetting
        label="Number the questions"
        checked={showsNumbers(definition)}
        onChange={(on) => change({ showQuestionNumbers: on || undefined })}
      />
      {problems.length > 0 && (
        <div className={`px-sm py-10 round-md alert ${classes.problems}`}>
          <strong>Please fix {counted(problems.length, 'problem')}</strong>
          <ul>
            {problems.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <Button variant="default" leftSection={<IconCode />} onClick={onJson}>
          Open as JSON
        </Button>
        <Text size="xs" c="dimmed" mt={6}>
          For experts: edit the whole form as SurveyJS JSON.
        </Text>
      </div>
    </div>
  );
}
