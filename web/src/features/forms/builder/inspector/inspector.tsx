import type { SurveyElement, SurveyPage } from '@kinbridge/forms/form-definition';
import { Tabs, Text } from '@mantine/core';
import { useBuilder } from '../builder-context.ts';
import { find, keyOf } from '../builder-tree.ts';
import classes from './inspector.module.css';
import { FormSettings } from './inspector-form.tsx';
import { QuestionSettings } from './inspector-question.tsx';
import { RulesEditor } from './inspector-rules.tsx';
import { TextSetting } from './inspector-text.tsx';

export type InspectorTab = 'question' | 'logic' | 'form';

interface InspectorProps {
  tab: InspectorTab;
  onTab: (tab: InspectorTab) => void;
  onJson: () => void;
}

/** Settings of the selected question, its rules, and the form as a whole. */
export function Inspector({ tab, onTab, onJson }: InspectorProps) {
  const { state } = useBuilder();
  const found = find(state.definition, state.selected);
  const isPage = found?.parent === null;
  return (
    <section className="scroll column min-h-0" aria-label="Settings">
      <Tabs
        value={tab}
        onChange={(value) => value && onTab(value as InspectorTab)}
        keepMounted={false}
        classNames={{ list: classes.tabs, tab: classes.tab, panel: classes.panel }}
      >
        <Tabs.List>
          <Tabs.Tab value="question">{isPage ? 'Page' : 'Question'}</Tabs.Tab>
          <Tabs.Tab value="logic">Logic</Tabs.Tab>
          <Tabs.Tab value="form">Form</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="question">
          {!found && <Nothing />}
          {found && isPage && <PageSettings key={state.selected} page={found.node as SurveyPage} />}
          {found && !isPage && (
            <QuestionSettings
              key={state.selected}
              element={found.node as SurveyElement}
              onLogic={() => onTab('logic')}
            />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="logic">
          {found ? <RulesEditor key={state.selected} node={found.node} /> : <Nothing />}
        </Tabs.Panel>
        <Tabs.Panel value="form">
          <FormSettings onJson={onJson} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

function Nothing() {
  return <Text c="dimmed">Select a question to see its settings.</Text>;
}

function PageSettings({ page }: { page: SurveyPage }) {
  const { dispatch } = useBuilder();
  const change = (changes: Record<string, unknown>) => dispatch({ type: 'change', key: keyOf(page), changes });
  return (
    <div className={classes.fields}>
      <TextSetting label="Title of the page" text={page.title} onChange={(title) => change({ title })} />
      <TextSetting
        label="Help text"
        text={page.description}
        rows={2}
        onChange={(description) => change({ description })}
      />
    </div>
  );
}
