import { brokenRules } from '@kinbridge/forms/broken-rules';
import { questionTitle, type SurveyElement } from '@kinbridge/forms/form-definition';
import { ActionIcon, Button, Code, MultiSelect, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { IconPlus } from '../../../../ui/icons/icons.ts';
import { IconTrash } from '../../../../ui/icons/later-icons.ts';
import { useBuilder } from '../builder-context.ts';
import { keyOf, type Node } from '../builder-tree.ts';
import {
  type Comparison,
  type Condition,
  comparisonLabels,
  type Rule,
  type RuleValue,
  readCondition,
  takesValue,
  writeCondition,
} from '../definition/condition.ts';
import classes from './inspector.module.css';
import {
  askableFor,
  comparisonsFor,
  firstRule,
  isLater,
  isNumeric,
  ruleToStart,
  valuesOf,
  withComparison,
} from './rule-choices.ts';

/** 'Show only if': rules about other questions, of which all or any must be true. */
export function RulesEditor({ node }: { node: Node }) {
  const { state, dispatch } = useBuilder();
  const expression = typeof node.visibleIf === 'string' ? node.visibleIf : '';
  const questions = askableFor(state.definition, node);
  const condition = expression === '' ? { join: 'and' as const, rules: [] } : readCondition(expression);
  // A rule may ask about a fixed question or part of an answer, which the picker doesn't offer.
  const broken = brokenRules(state.definition).find(({ owner }) => owner === node)?.missing;
  const pickable = condition?.rules.every(
    ({ question }) => question === broken || questions.some(({ name }) => name === question),
  );

  function change(next: Condition) {
    dispatch({ type: 'change', key: keyOf(node), changes: { visibleIf: writeCondition(next) } });
  }

  if (!condition || !pickable) {
    return (
      <div className={classes.fields}>
        <Text>This question uses a custom rule, which we keep as is:</Text>
        {broken && <Text c="var(--kb-alert)">It asks about “{broken}”, which was deleted.</Text>}
        <Code block className="anywhere pre-wrap">
          {expression}
        </Code>
        <Button
          variant="default"
          className={classes.start}
          leftSection={<IconTrash />}
          onClick={() => change({ join: 'and', rules: [] })}
        >
          Remove this rule
        </Button>
      </div>
    );
  }
  const { join, rules } = condition;
  return (
    <div className={classes.fields}>
      <Text c="dimmed">
        {rules.length === 0 ? 'Always shown. Add a rule to show it only when the rule is true.' : 'Show only if'}
      </Text>
      {rules.length > 1 && (
        <Select
          aria-label="How many rules must be true"
          allowDeselect={false}
          data={[
            { value: 'and', label: 'All of these are true' },
            { value: 'or', label: 'One of these is true' },
          ]}
          value={join}
          onChange={(value) => change({ join: value as 'and' | 'or', rules })}
        />
      )}
      {rules.map((rule, index) => (
        <RuleFields
          // The index is the key, because everything about a rule can change.
          key={index}
          number={index + 1}
          rule={rule}
          questions={questions}
          isLater={isLater(state.definition, node, rule.question)}
          onChange={(next) => change({ join, rules: rules.with(index, next) })}
          onRemove={() => change({ join, rules: rules.toSpliced(index, 1) })}
        />
      ))}
      <Button
        variant="light"
        className={classes.start}
        leftSection={<IconPlus />}
        disabled={questions.length === 0}
        onClick={() => {
          const rule = ruleToStart(state.definition, node);
          if (rule) change({ join, rules: [...rules, rule] });
        }}
      >
        Add rule
      </Button>
      {questions.length === 0 && <Text c="dimmed">Add another question to make a rule.</Text>}
    </div>
  );
}

interface RuleFieldsProps {
  /** The question comes after the one with the rule. */
  isLater: boolean;
  number: number;
  rule: Rule;
  questions: SurveyElement[];
  onChange: (rule: Rule) => void;
  onRemove: () => void;
}

function RuleFields({ number, rule, questions, isLater: later, onChange, onRemove }: RuleFieldsProps) {
  const question = questions.find(({ name }) => name === rule.question);
  // Imported rules may compare in a way that the picker doesn't offer.
  const offered = [...new Set([...(question ? comparisonsFor(question) : []), rule.comparison])];
  return (
    <fieldset className={`gap-xs box grid relative hovered ${classes.rule}`}>
      <legend>Rule {number}</legend>
      <Select
        aria-label={`Question of rule ${number}`}
        allowDeselect={false}
        searchable
        data={questions.map((one) => ({ value: one.name, label: questionTitle(one) }))}
        value={question ? rule.question : null}
        placeholder={rule.question}
        description={later && 'This question comes later. Move it up, or this rule only works when people go back.'}
        error={question ? null : `“${rule.question}” was deleted. Choose another question or remove the rule.`}
        onChange={(name) => {
          const chosen = questions.find((one) => one.name === name);
          if (chosen && chosen.name !== rule.question) onChange(firstRule(chosen));
        }}
      />
      <Select
        aria-label={`Comparison of rule ${number}`}
        allowDeselect={false}
        disabled={!question}
        data={offered.map((value) => ({ value, label: comparisonLabels[value] }))}
        value={rule.comparison}
        onChange={(value) => question && onChange(withComparison(rule, value as Comparison, question))}
      />
      {question && takesValue(rule.comparison) && (
        <RuleValueField number={number} rule={rule} question={question} onChange={onChange} />
      )}
      <ActionIcon aria-label={`Remove rule ${number}`} className={`absolute ${classes.ruleRemove}`} onClick={onRemove}>
        <IconTrash />
      </ActionIcon>
    </fieldset>
  );
}

interface RuleValueFieldProps {
  number: number;
  rule: Rule;
  question: SurveyElement;
  onChange: (rule: Rule) => void;
}

function RuleValueField({ number, rule, question, onChange }: RuleValueFieldProps) {
  const label = `Value of rule ${number}`;
  const set = (value: RuleValue) => onChange({ ...rule, value });
  const choices = valuesOf(question);
  const offered = (choices ?? []).map(({ value, text }) => ({ value: String(value), label: text }));
  const isOffered = (value: string) => offered.some((one) => one.value === value);
  const deleted = (value: string | undefined) =>
    value !== undefined && `“${value}” was deleted. Choose another answer or remove the rule.`;
  if (choices && rule.comparison === 'anyof') {
    const chosen = Array.isArray(rule.value) ? rule.value.map(String) : [];
    return (
      <MultiSelect
        aria-label={label}
        data={[...offered, ...chosen.filter((value) => !isOffered(value)).map((value) => ({ value, label: value }))]}
        value={chosen}
        error={deleted(chosen.find((value) => !isOffered(value)))}
        onChange={(values) =>
          set(
            choices.filter(({ value }) => values.includes(String(value))).map(({ value }) => value as string | number),
          )
        }
      />
    );
  }
  if (choices) {
    return (
      <Select
        aria-label={label}
        allowDeselect={false}
        data={offered}
        value={isOffered(String(rule.value)) ? String(rule.value) : null}
        placeholder={String(rule.value ?? '')}
        error={deleted(isOffered(String(rule.value)) ? undefined : String(rule.value))}
        onChange={(chosen) => {
          const found = choices.find(({ value }) => String(value) === chosen);
          if (found) set(found.value);
        }}
      />
    );
  }
  if (isNumeric(question)) {
    return (
      <NumberInput
        aria-label={label}
        value={typeof rule.value === 'number' ? rule.value : 0}
        onChange={(value) => set(typeof value === 'number' ? value : 0)}
      />
    );
  }
  return (
    <TextInput
      aria-label={label}
      type={question.inputType === 'date' ? 'date' : 'text'}
      value={String(rule.value ?? '')}
      // A trailing backslash would escape the closing quote.
      onChange={(event) => set(event.currentTarget.value.replace(/\\+$/, ''))}
    />
  );
}
