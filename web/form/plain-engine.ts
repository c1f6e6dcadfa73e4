import {
  commentName,
  type SurveyDefinition,
  type SurveyElement,
  type SurveyPage,
} from '@kinbridge/forms/form-definition';
import { numberOnLast, showsNumbers } from '@kinbridge/forms/form-display';
import { formPages } from '@kinbridge/forms/form-pages';
import { askedPages, isAsked } from '@kinbridge/forms/plain-form';
import { problemWith } from '@kinbridge/public/form/plain-check';
import { introOf, plainPageHtml } from '@kinbridge/public/form/plain-page';
import type { Answers, Engine, EngineStart } from './engine.ts';
import { FileField } from './file-field.ts';
import { PlainField } from './plain-fields.ts';
import { MatrixField, RankingField } from './rows-fields.ts';
import { SignatureField } from './signature-field.ts';

interface PlainStart extends EngineStart {
  /** The form's name, used if its definition has no title. */
  title: string;
  definition: SurveyDefinition;
  shared: boolean;
  /** Keeps the page that the server rendered, with everything typed before the script loaded. */
  takeOver: boolean;
  /** Only the first page is plain; SurveyJS shows all others. */
  firstPageOnly: boolean;
}

/** Shows plain forms, and the first page of all others until SurveyJS has loaded. */
export function plainEngine(start: PlainStart): Engine {
  const { container, definition, shared, changed } = start;
  const pages = formPages(definition);
  const answers = new Map(Object.entries(start.answers));
  let { language, texts } = start;
  let fields: PlainField[] = [];

  const answerTo = (name: string) => answers.get(name);
  const askedOf = (one: SurveyPage) => (one.elements ?? []).filter((element) => isAsked(element, answerTo));
  const shownPages = () => askedPages(pages, answerTo);
  let page = shownPages()[start.page] ?? (pages[0] as SurveyPage);
  const pageIndex = () => Math.max(shownPages().indexOf(page), 0);

  const numbered = showsNumbers(definition);
  const elementsOnPage = () => askedOf(page);
  const number = () => {
    const soFar = shownPages().slice(0, pageIndex() + 1);
    return numbered ? numberOnLast(soFar.map((one) => ({ elements: askedOf(one) }))) : null;
  };

  /** The questions on the page and their number. It is rendered again only when an answer changes them. */
  let drawn: string;
  const toDraw = () => JSON.stringify([number(), ...elementsOnPage().map(({ name }) => name)]);

  function draw(): void {
    const intro = page === pages[0] ? introOf(start.title, definition, language) : null;
    const shown = { ...page, elements: elementsOnPage() };
    container.innerHTML = plainPageHtml({
      page: shown,
      intro,
      number: number(),
      answers,
      language,
      texts,
      autofill: !shared,
    }).text;
    collect();
  }

  function collect(): void {
    const elements = elementsOnPage();
    drawn = toDraw();
    fields = [...container.querySelectorAll<HTMLElement>('[data-question]')].flatMap((box) => {
      const element = elements[Number(box.dataset.question)];
      return element ? [fieldOf(element, box)] : [];
    });
  }

  function fieldOf(element: SurveyElement, box: HTMLElement): PlainField {
    const answer = answers.get(element.name);
    switch (element.type) {
      case 'matrix':
        return new MatrixField(element, box);
      case 'ranking':
        return new RankingField(element, box, texts);
      case 'file':
        return new FileField(element, box, texts, answer);
      case 'signaturepad':
        return new SignatureField(element, box, texts, answer);
      default:
        return new PlainField(element, box);
    }
  }

  function read(): void {
    for (const [name, answer] of fields.flatMap((field) => field.read())) {
      if (answer === undefined) answers.delete(name);
      else answers.set(name, answer);
    }
  }

  function typed(event: Event): void {
    const field = fields.find((one) => one.contains(event.target));
    field?.settle(event.target);
    field?.complain(null);
    read();
    if (event.type === 'change' && toDraw() !== drawn) {
      const { id } = event.target as HTMLElement;
      draw();
      if (id) document.getElementById(id)?.focus();
    }
    changed();
  }

  function problems(): [PlainField, string][] {
    return fields.flatMap((field): [PlainField, string][] => {
      const { element } = field;
      const answer = answers.get(element.name);
      const problem = problemWith({ element, answer, badInput: field.badInput, language, texts });
      const sentence = field.waitsFor ?? problem ?? (field.otherIsMissing ? texts.missingText : null);
      field.complain(sentence);
      return sentence ? [[field, sentence]] : [];
    });
  }

  container.addEventListener('input', typed);
  container.addEventListener('change', typed);
  if (start.takeOver) {
    collect();
    read();
    if (!shared) for (const field of fields) field.offerAutofill();
  } else draw();

  return {
    position: () => ({ current: pageIndex() + 1, total: shownPages().length }),
    next() {
      read();
      const [first] = problems();
      if (first) {
        first[0].showError();
        return 'stays';
      }
      const following = shownPages()[pageIndex() + 1];
      if (!following || start.firstPageOnly) return 'end';
      page = following;
      draw();
      return 'moved';
    },
    back() {
      read();
      page = shownPages()[pageIndex() - 1] ?? page;
      draw();
    },
    answers() {
      const asked = new Set(shownPages().flatMap((one) => askedOf(one).map(({ name }) => name)));
      const names = new Set([...asked].flatMap((name) => [name, commentName(name)]));
      return Object.fromEntries([...answers].filter(([name]) => names.has(name))) satisfies Answers;
    },
    speak(nextLanguage, nextTexts) {
      read();
      language = nextLanguage;
      texts = nextTexts;
      draw();
    },
    complain(question, sentence) {
      const found = shownPages().find((one) => askedOf(one).some(({ name }) => name === question));
      if (!found) return false;
      page = found;
      draw();
      const field = fields.find(({ element }) => element.name === question);
      field?.complain(sentence);
      field?.showError();
      return true;
    },
    reopen() {},
    end() {
      container.removeEventListener('input', typed);
      container.removeEventListener('change', typed);
    },
  };
}
