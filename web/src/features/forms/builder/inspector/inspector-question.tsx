import type { SurveyElement } from '@kinbridge/forms/form-definition';
import { Anchor, Divider, TextInput } from '@mantine/core';
import { useState } from 'react';
import { GrowingTextarea } from '../../../../ui/fields/growing-textarea.tsx';
import { IconPlus } from '../../../../ui/icons/icons.ts';
import { IconArrowsSplit2 } from '../../../../ui/icons/later-icons.ts';
import { useBuilder } from '../builder-context.ts';
import { keyOf, walk } from '../builder-tree.ts';
import { writeCondition } from '../definition/condition.ts';
import { textFor, withText } from '../definition/local-text.ts';
import { isQuestion } from '../definition/question-kinds.ts';
import { readStatement, writeStatement } from '../definition/statement.ts';
import classes from './inspector.module.css';
import { ActionSettings } from './inspector-action.tsx';
import { AnswerSettings } from './inspector-answer.tsx';
import { TextSetting } from './inspector-text.tsx';
import { ruleToStart } from './rule-choices.ts';
import { SwitchSetting } from './switch-setting.tsx';

/** The question, how it is answered, and what the answer does. */
export function QuestionSettings({ element, onLogic }: { element: SurveyElement; onLogic: () => void }) {
  const { state, dispatch } = useBuilder();
  const change = (changes: Record<string, unknown>) => dispatch({ type: 'change', key: keyOf(element), changes });
  const asks = isQuestion(element);
  return (
    <div className={classes.fields}>
      {element.type === 'html' ? (
        <StatementSetting element={element} onChange={change} />
      ) : (
        <>
          <TextSetting label="Title" rows={2} text={element.title} onChange={(title) => change({ title })} />
          <TextSetting
            label="Help text"
            text={element.description}
            onChange={(description) => change({ description })}
          />
        </>
      )}
      <NameSetting element={element} />
      {asks && (
        <SwitchSetting
          label="Required"
          checked={element.isRequired === true}
          onChange={(on) => change({ isRequired: on || undefined })}
        />
      )}
      {asks && <AnswerSettings element={element} onChange={change} />}
      {asks && <ActionSettings element={element} onChange={change} />}
      <Divider />
      <div className={`row gap-xs ${classes.logicLine}`}>
        <IconArrowsSplit2 aria-hidden="true" />
        <strong className="bold">Show only if</strong>
        <Anchor
          component="button"
          type="button"
          onClick={() => {
            const rule = element.visibleIf ? null : ruleToStart(state.definition, element);
            if (rule) change({ visibleIf: writeCondition({ join: 'and', rules: [rule] }) });
            onLogic();
          }}
        >
          {element.visibleIf ? (
            'See rules'
          ) : (
            <>
              <IconPlus size={14} aria-hidden="true" /> Add rule
            </>
          )}
        </Anchor>
      </div>
    </div>
  );
}

/** The name is applied on blur, and only if no other question has it. */
function NameSetting({ element }: { element: SurveyElement }) {
  const { state, dispatch } = useBuilder();
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? element.name;
  const taken = [...walk(state.definition)].some(({ node }) => node.name === name.trim() && node !== element);
  const error =
    name.trim() === ''
      ? 'Enter a name for this question.'
      : taken
        ? 'Another question has this name.'
        : nameProblem(name);
  return (
    <TextInput
      label="Name"
      description="Column name in exports"
      maxLength={100}
      spellCheck={false}
      value={name}
      error={typed === null ? null : error}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (typed !== null && !error && typed.trim() !== element.name) {
          dispatch({ type: 'rename', key: keyOf(element), name: typed });
        }
        setTyped(null);
      }}
    />
  );
}

/** Rules refer to questions in braces, and some names have another meaning in code. */
function nameProblem(name: string): string | null {
  if (/[{}]/.test(name)) return "A name can't contain braces.";
  return ['__proto__', 'constructor', 'prototype'].includes(name.trim()) ? 'Please choose another name.' : null;
}

interface StatementSettingProps {
  element: SurveyElement;
  onChange: (changes: Record<string, unknown>) => void;
}

/** Statements are edited as text. Imported markup is shown and kept. */
function StatementSetting({ element, onChange }: StatementSettingProps) {
  const { text, plain } = readStatement(textFor(element.html, 'default'));
  return (
    <GrowingTextarea
      label="Statement"
      description={plain ? undefined : 'Written in HTML. Members see the text.'}
      placeholder="What people should know"
      minRows={4}
      maxRows={14}
      maxLength={8000}
      value={text}
      onChange={({ currentTarget: { value } }) =>
        onChange({ html: withText(element.html, 'default', plain ? writeStatement(value) : value) ?? '' })
      }
    />
  );
}
