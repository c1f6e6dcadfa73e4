import type { SurveyPage } from '@kinbridge/forms/form-definition';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { Fragment } from 'react';
import { IconArrowDown, IconArrowUp, IconLock, IconPlus } from '../../../ui/icons/icons.ts';
import { IconTrash } from '../../../ui/icons/later-icons.ts';
import classes from './builder-canvas.module.css';
import { BuilderCard } from './builder-card.tsx';
import { useBuilder } from './builder-context.ts';
import { BuilderGap } from './builder-gap.tsx';
import { childrenOf, childrenProperty, isWithin, keyOf, type Node } from './builder-tree.ts';
import { textFor } from './definition/local-text.ts';

/** The form being edited, page by page and question by question. */
export function BuilderCanvas() {
  const { state, dispatch } = useBuilder();
  const pages = state.definition.pages ?? [];
  return (
    <section className={`scroll soft ${classes.canvas}`} aria-label="The form">
      <div className={`px-lg centered-block ${classes.column}`}>
        {pages.map((page, index) => (
          <section key={keyOf(page)} aria-label={`Page ${index + 1} of ${pages.length}`} className={classes.page}>
            <PageHeader page={page} index={index} count={pages.length} />
            <BuilderElements parent={page} closed={false} />
          </section>
        ))}
        <Button
          variant="subtle"
          className={`flex ${classes.addPage}`}
          leftSection={<IconPlus />}
          onClick={() => dispatch({ type: 'add page' })}
        >
          Add page
        </Button>
      </div>
    </section>
  );
}

/** The elements of a page or a group, with the gaps between them. */
function BuilderElements({ parent, closed }: { parent: Node; closed: boolean }) {
  const { state, numbers, dragging } = useBuilder();
  const elements = childrenOf(parent);
  const parentKey = keyOf(parent);
  return (
    <>
      <BuilderGap place={{ parent: parentKey, index: 0 }} closed={closed} empty={elements.length === 0} />
      {elements.map((element, index) => {
        const key = keyOf(element);
        return (
          <Fragment key={key}>
            <BuilderCard element={element}>
              {childrenProperty(element) && <BuilderElements parent={element} closed={closed || key === dragging} />}
            </BuilderCard>
            <BuilderGap
              place={{ parent: parentKey, index: index + 1 }}
              closed={closed}
              empty={false}
              afterSelected={state.selected === key ? { number: numbers.get(key) ?? null } : undefined}
            />
          </Fragment>
        );
      })}
    </>
  );
}

function PageHeader({ page, index, count }: { page: SurveyPage; index: number; count: number }) {
  const { state, dispatch } = useBuilder();
  const key = keyOf(page);
  const selected = state.selected === key;
  const title = textFor(page.title, 'default');
  const name = `page ${index + 1}`;
  const tools = selected || (state.selected !== null && isWithin(page, state.selected) && count > 1);
  return (
    <div className={classes.pageHeader} data-node={key} data-selected={selected || undefined}>
      <button
        type="button"
        className={classes.pageName}
        aria-pressed={selected}
        data-focus="title"
        onClick={() => dispatch({ type: 'select', key })}
      >
        <strong className="heavy text">
          Page {index + 1} of {count}
        </strong>
        <span className={classes.pageTitle}>{title || 'Add a title'}</span>
      </button>
      {tools && count > 1 && (
        <div className={`flex fixed relative above ${classes.tools}`}>
          <PageTool
            label={`Move ${name} up`}
            icon={IconArrowUp}
            disabled={index === 0}
            onClick={() => dispatch({ type: 'move by', key, by: -1 })}
          />
          <PageTool
            label={`Move ${name} down`}
            icon={IconArrowDown}
            disabled={index === count - 1}
            onClick={() => dispatch({ type: 'move by', key, by: 1 })}
          />
          <PageTool label={`Delete ${name}`} icon={IconTrash} onClick={() => dispatch({ type: 'remove', key })} />
        </div>
      )}
      {index === 0 && !tools && (
        <span className="row gap-6 text-xs dimmed">
          <IconLock size={14} aria-hidden="true" />
          Name, birth date and phone are added for you
        </span>
      )}
    </div>
  );
}

interface PageToolProps {
  label: string;
  icon: typeof IconTrash;
  disabled?: boolean;
  onClick: () => void;
}

function PageTool({ label, icon: ToolIcon, disabled = false, onClick }: PageToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} size={28} disabled={disabled} onClick={onClick}>
        <ToolIcon />
      </ActionIcon>
    </Tooltip>
  );
}
