import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { formLanguages, hasEnglishAround } from '@kinbridge/forms/form-languages';
import { languageName } from './local-text.ts';

/** What members read in English although the form is offered in their language. */
export function englishAround(names: string[]): string {
  const list = new Intl.ListFormat('en').format(names);
  return `In ${list}, members still see English buttons, messages, and questions about name, date of birth, and phone number.`;
}

/** The sentence about a form's languages; null if all of them have their own texts. */
export function englishAroundForm(definition: SurveyDefinition): string | null {
  const languages = formLanguages(definition).filter(hasEnglishAround);
  return languages.length > 0 ? englishAround(languages.map(languageName)) : null;
}
