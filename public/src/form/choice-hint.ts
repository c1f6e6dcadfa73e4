import type { PublicFormTexts } from './public-form.texts.ts';

/** How to choose, shown under the title of a question without a description; empty for other types. */
export function choiceHint(
  element: { type?: unknown; minSelectedChoices?: unknown; maxSelectedChoices?: unknown },
  texts: PublicFormTexts,
): string {
  switch (element.type) {
    case 'radiogroup':
    case 'boolean':
      return texts.chooseOne;
    case 'checkbox':
    case 'tagbox':
      return countHint(Number(element.minSelectedChoices), Number(element.maxSelectedChoices), texts);
    default:
      return '';
  }
}

/** In the words of the error, which names one limit too. */
function countHint(least: number, most: number, texts: PublicFormTexts): string {
  if (most > 0) return texts.chooseAtMost(most);
  return least > 0 ? texts.chooseAtLeast(least) : texts.chooseAny;
}
