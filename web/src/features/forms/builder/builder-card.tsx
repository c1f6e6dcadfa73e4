import { useDraggable } from '@dnd-kit/core';
import { questionTitle, type SurveyElement, surveyActionLabels, textIn } from '@kinbridge/forms/form-definition';
import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { GrowingTextarea } from '../../../ui/fields/growing-textarea.tsx';
import { IconCopy } from '../../../ui/icons/first-icons.ts';
import { IconArrowDown, IconArrowUp } from '../../../ui/icons/icons.ts';
import { IconBolt, IconEyeQuestion, IconGripVertical, IconTrash } from '../../../ui/icons/later-icons.ts';
import classes from './builder-canvas.module.css';
import { BuilderCardAnswer } from './builder-card-answer.tsx';
import { useBuilder } from './builder-context.ts';
import { childrenProperty, keyOf } from './builder-tree.ts';
import { isPublishable } from './definition/form-problems.ts';
import { textFor, withText } from './definition/local-text.ts';
import { isQuestion, kindOf } from './definition/question-kinds.ts';
import { readStatement } from './definition/statement.ts';

interface BuilderCardProps {
  element: SurveyElement;
  /** The elements of a group; null for a question or statement. */
  children: ReactNode;
}

/** One question, statement or group of the form. Only the selected one shows its tools. */
export function BuilderCard({ element, children }: BuilderCardProps) {
  const { state, dispatch, numbers, dragging } = useBuilder();
  const key = keyOf(element);
  const selected = state.selected === key;
  const kind = kindOf(element);
  const number = numbers.get(key);
  const { setNodeRef, setActivatorNodeRef, listeners, attributes } = useDraggable({ id: key });
  const called = number === undefined ? `“${cardTitle(element)}”` : `question ${number}`;
  return (
    <article
      ref={setNodeRef}
      className={`px-lg pb-lg pt-14 card sheet relative ${classes.card}`}
      data-node={key}
      data-selected={selected || undefined}
      data-dragged={dragging === key || undefined}
      data-group={childrenProperty(element) ? true : undefined}
      aria-label={`${called}: ${cardTitle(element)}, ${kind.label}`}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={`bare p-0 round-sm row justify-center label absolute h-32 ${classes.handle}`}
        data-focus="handle"
        {...attributes}
        {...listeners}
        aria-label={`Drag ${called}`}
      >
        <IconGripVertical aria-hidden="true" />
      </button>
      <div className={`gap-6 gap-x-xs flex items-start ${classes.cardHeader}`}>
        {number !== undefined && <span className={`fixed line-22 numbers dimmed ${classes.number}`}>{number}</span>}
        <CardTitle element={element} selected={selected} />
        <CardMarks element={element} />
        {selected && <CardTools called={called} nodeKey={key} />}
      </div>
      <div className={classes.answer}>
        {children ?? <BuilderCardAnswer element={element} selected={selected} />}
        {!kind.offered && (
          <p className={classes.other}>
            {kind.label}.{' '}
            {isPublishable(element)
              ? 'We show and keep it as is. Edit its settings in the JSON view.'
              : "Forms can't use this question type. Delete it before you publish."}
          </p>
        )}
      </div>
      {!selected && (
        <button
          type="button"
          className={`bare p-0 round-lg absolute pointer ${classes.cover}`}
          data-group={childrenProperty(element) ? true : undefined}
          data-focus="title"
          aria-label={`Edit ${called}: ${cardTitle(element)}`}
          onClick={() => dispatch({ type: 'select', key }, 'title')}
        />
      )}
    </article>
  );
}

/** A card's title as plain text. */
export function cardTitle(element: SurveyElement): string {
  if (element.type === 'html') return readStatement(textIn(element.html as string)).text.slice(0, 60) || 'Statement';
  return questionTitle(element);
}

function CardTitle({ element, selected }: { element: SurveyElement; selected: boolean }) {
  const { dispatch, showPalette } = useBuilder();
  if (element.type === 'html') {
    return (
      <span className={classes.title} tabIndex={selected ? -1 : undefined} data-focus={selected ? 'title' : undefined}>
        Statement
      </span>
    );
  }
  const key = keyOf(element);
  const required = element.isRequired && isQuestion(element);
  if (!selected) {
    const words = textIn(element.title);
    return (
      <span className={classes.title} data-unnamed={words === '' || undefined}>
        {words || (isQuestion(element) ? 'Question without a title' : 'Group')}
        {required && <span className="alert"> *</span>}
      </span>
    );
  }
  return (
    <GrowingTextarea
      variant="unstyled"
      minRows={1}
      className={classes.titleField}
      aria-label={isQuestion(element) ? 'Question' : 'Title of the group'}
      placeholder={isQuestion(element) ? 'Type the question' : 'Title of the group'}
      data-focus="title"
      maxLength={1000}
      value={textFor(element.title, 'default')}
      onChange={(event) =>
        dispatch({
          type: 'change',
          key,
          changes: { title: withText(element.title, 'default', oneLine(event.target.value)) },
        })
      }
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        showPalette();
      }}
    />
  );
}

/** Titles have no line breaks; pasted ones become spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

function CardMarks({ element }: { element: SurveyElement }) {
  const { broken } = useBuilder();
  const isBroken = broken.has(keyOf(element));
  return (
    <>
      {typeof element.visibleIf === 'string' && element.visibleIf !== '' && (
        <span className={classes.mark} data-broken={isBroken || undefined}>
          <IconEyeQuestion size={14} aria-hidden="true" />
          {isBroken ? 'Rule needs fixing' : 'Only if'}
        </span>
      )}
      {element.surveyAction === 'createServiceRequest' && (
        <span className={classes.mark} title={surveyActionLabels.createServiceRequest}>
          <IconBolt size={14} aria-hidden="true" />
          Creates a request
        </span>
      )}
    </>
  );
}

function CardTools({ called, nodeKey: key }: { called: string; nodeKey: string }) {
  const { dispatch } = useBuilder();
  const tools = [
    { label: `Move ${called} up`, icon: IconArrowUp, run: () => dispatch({ type: 'move by', key, by: -1 }) },
    { label: `Move ${called} down`, icon: IconArrowDown, run: () => dispatch({ type: 'move by', key, by: 1 }) },
    { label: `Duplicate ${called}`, icon: IconCopy, run: () => dispatch({ type: 'duplicate', key }, 'title') },
    { label: `Delete ${called}`, icon: IconTrash, run: () => dispatch({ type: 'remove', key }, 'title') },
  ];
  return (
    <div className={`flex fixed relative above ${classes.tools}`}>
      {tools.map(({ label, icon: ToolIcon, run }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon aria-label={label} size={28} onClick={run} data-tool={label.split(' ')[0]}>
            <ToolIcon />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
