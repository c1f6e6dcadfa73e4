import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { Text } from '@mantine/core';
import { IconPlus } from '../../../ui/icons/icons.ts';
import { IconArrowsMove, IconMinus, IconPencil } from '../../../ui/icons/later-icons.ts';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { formChanges } from '../builder/definition/form-changes.ts';
import classes from './preview-screen.module.css';

const kinds = {
  added: { icon: IconPlus, word: 'Added' },
  removed: { icon: IconMinus, word: 'Removed' },
  changed: { icon: IconPencil, word: 'Changed' },
  moved: { icon: IconArrowsMove, word: 'Moved' },
};

/** The differences from the published version. */
export function PreviewChanges({ before, after }: { before: FormVersion; after: SurveyDefinition }) {
  const changes = formChanges(before.data as SurveyDefinition, after);
  return (
    <SectionCard title={`What changed since V.${before.version}`} count={changes.length}>
      {changes.length === 0 ? (
        <Text className="px-md pb-14 pt-0">No changes yet. Publishing would create an identical version.</Text>
      ) : (
        <ul className={`m-0 px-md pb-sm pt-0 scroll unlisted ${classes.changes}`}>
          {changes.map(({ kind, subject, details }) => {
            const { icon: ChangeIcon, word } = kinds[kind];
            return (
              <li className="gap-10 px-0 py-2xs flex anywhere" key={`${kind} ${subject} ${details}`}>
                <ChangeIcon aria-hidden="true" />
                <span>
                  <strong className="bold">{word}</strong> {subject}
                  {details.length > 0 && <span className="block dimmed">{details.join(' · ')}</span>}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </SectionCard>
  );
}
