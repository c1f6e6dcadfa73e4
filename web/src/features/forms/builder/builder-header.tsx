import { formLabel, textIn } from '@kinbridge/forms/form-definition';
import { ActionIcon, Button, Menu, Title, Tooltip, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from 'react-router';
import { IconAlertCircle, IconCheck } from '../../../ui/icons/first-icons.ts';
import { IconChevronLeft } from '../../../ui/icons/icons.ts';
import { IconArrowBackUp, IconArrowForwardUp, IconEye, IconLanguage } from '../../../ui/icons/later-icons.ts';
import { formUrl } from '../form-url.ts';
import type { SurveyBase } from '../forms.api.ts';
import { formsTexts } from '../forms.texts.ts';
import { useBuilder } from './builder-context.ts';
import classes from './builder-header.module.css';
import { languageName, languageNames, languagesOf, textFor, withText } from './definition/local-text.ts';
import { missingTexts } from './definition/translation.ts';
import type { Saved } from './use-saved-draft.ts';

interface BuilderHeaderProps {
  base: SurveyBase | null;
  saved: Saved;
  /** Called before the preview opens, because it shows the draft. */
  onPreview: () => void;
  locale: string;
  onLocale: (locale: string) => void;
}

export function BuilderHeader({ base, saved, onPreview, locale, onLocale }: BuilderHeaderProps) {
  const { state, dispatch } = useBuilder();
  const { title } = state.definition;
  useDocumentTitle(`${base ? formLabel({ title: textIn(title), version: base.version }) : 'New form'} · Kinbridge`);
  return (
    <div className={`gap-xs border-bottom row min-h-56 ${classes.header}`}>
      <ActionIcon component={Link} to="/forms-library" aria-label="Back to Forms Library">
        <IconChevronLeft size={20} />
      </ActionIcon>
      <VisuallyHidden>
        <Title order={1}>{textIn(title) || 'New form'}</Title>
      </VisuallyHidden>
      <input
        className={classes.title}
        aria-label="Title of the form"
        placeholder="Untitled form"
        maxLength={200}
        value={textFor(title, 'default')}
        onChange={(event) =>
          dispatch({ type: 'change form', changes: { title: withText(title, 'default', event.currentTarget.value) } })
        }
      />
      {base && <span className="round-sm px-xs fixed text-xs line-20 bold label soft">V.{base.version}</span>}
      <SavedWord saved={saved} />
      <div className={`row fixed gap-xs push ${classes.tools}`}>
        <Tooltip label="Undo (Ctrl+Z)">
          <ActionIcon
            aria-label="Undo"
            aria-keyshortcuts="Control+Z"
            disabled={state.past.length === 0}
            onClick={() => dispatch({ type: 'undo' })}
          >
            <IconArrowBackUp size={18} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Redo (Ctrl+Shift+Z)">
          <ActionIcon
            aria-label="Redo"
            aria-keyshortcuts="Control+Shift+Z"
            disabled={state.future.length === 0}
            onClick={() => dispatch({ type: 'redo' })}
          >
            <IconArrowForwardUp size={18} />
          </ActionIcon>
        </Tooltip>
        <LanguageMenu locale={locale} onLocale={onLocale} />
        <Button
          component={Link}
          to={formUrl('preview', base?.id ?? null)}
          onClick={onPreview}
          leftSection={<IconEye />}
        >
          Preview
        </Button>
      </div>
    </div>
  );
}

function SavedWord({ saved }: { saved: Saved }) {
  if (saved === 'not kept') {
    return (
      <span className={`gap-2xs row min-w-0 text-xs dimmed ${classes.saved}`} role="alert">
        <IconAlertCircle size={14} aria-hidden="true" />
        This browser can't save drafts. Publish before you leave.
      </span>
    );
  }
  return (
    <span className={`gap-2xs row min-w-0 text-xs dimmed ${classes.saved}`} role="status">
      {saved === 'saved' && (
        <>
          <IconCheck size={14} aria-hidden="true" />
          {formsTexts.draftSaved}
        </>
      )}
    </span>
  );
}

/** The form's languages and their missing texts. Choosing another language opens its translation. */
function LanguageMenu({ locale, onLocale }: Pick<BuilderHeaderProps, 'locale' | 'onLocale'>) {
  const { state } = useBuilder();
  const used = [...new Set([...languagesOf(state.definition), locale])];
  const others = Object.keys(languageNames).filter((language) => !used.includes(language));
  return (
    // Tab reaches the languages, so the keyboard can scroll the list.
    <Menu position="bottom-end" menuItemTabIndex={0}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconLanguage />} aria-label={`Language: ${languageName(locale)}`}>
          {languageName(locale)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Languages of this form</Menu.Label>
        {used.map((language) => (
          <Menu.Item
            key={language}
            rightSection={<LanguageState language={language} />}
            aria-current={language === locale || undefined}
            onClick={() => onLocale(language)}
          >
            {languageName(language)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>Add a language</Menu.Label>
        <div className={`scroll ${classes.languages}`}>
          {others.map((language) => (
            <Menu.Item key={language} onClick={() => onLocale(language)}>
              {languageName(language)}
            </Menu.Item>
          ))}
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}

/** How many texts are missing; the form's own language has them all. */
function LanguageState({ language }: { language: string }) {
  const { state } = useBuilder();
  if (language === 'default') return null;
  const missing = missingTexts(state.definition, language).length;
  return <span className="text-xs numbers dimmed">{missing === 0 ? 'Complete' : `${missing} missing`}</span>;
}
