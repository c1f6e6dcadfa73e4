import { choicesFrom, ForeignFormBuilder, plain } from './foreign-form-builder.ts';
import { type ForeignForm, type FormSource, FormSourceProblem, fetchJson } from './form-source.ts';

/** A question in Jotform's API: every value is text, and the type decides which apply. */
type Question = Record<string, unknown>;

/** Reads forms with Jotform's API and an account's key. */
export class JotformFormSource implements FormSource {
  readonly name = 'Jotform';

  constructor(private readonly settings: { baseUrl: string; apiKey: string }) {}

  async fetchForm(formId: string): Promise<ForeignForm> {
    const form = await this.#get(`/form/${formId}`);
    const questions = await this.#get(`/form/${formId}/questions`);
    const inOrder = Object.values(questions)
      .filter((question): question is Question => typeof question === 'object' && question !== null)
      .toSorted((a, b) => Number(a.order ?? 0) - Number(b.order ?? 0));
    const builder = new ForeignFormBuilder();
    for (const question of inOrder) addQuestion(builder, question);
    return builder.finish(form.title, undefined);
  }

  async #get(path: string): Promise<Record<string, unknown>> {
    const { content, responseCode } = await fetchJson(this.name, `${this.settings.baseUrl}${path}`, {
      headers: { apikey: this.settings.apiKey, accept: 'application/json' },
    });
    if (responseCode !== 200 || typeof content !== 'object' || content === null) {
      throw new FormSourceProblem('absent', 'Jotform has no form with this id.');
    }
    return content as Record<string, unknown>;
  }
}

const simple: Record<string, [type: string, more?: Record<string, unknown>]> = {
  control_textbox: ['text'],
  control_textarea: ['comment'],
  control_email: ['text', { inputType: 'email' }],
  control_phone: ['text', { inputType: 'tel' }],
  control_number: ['text', { inputType: 'number' }],
  control_spinner: ['text', { inputType: 'number' }],
  control_datetime: ['text', { inputType: 'date' }],
  control_birthdate: ['text', { inputType: 'date' }],
  control_time: ['text', { inputType: 'time' }],
  control_address: ['comment'],
  control_yesno: ['boolean'],
  control_fileupload: ['file', { allowMultiple: true }],
  control_signature: ['signaturepad'],
};

/** Controls and decoration that can be dropped without mention. */
const silent = new Set(['control_button', 'control_divider', 'control_captcha', 'control_collapse']);

function addQuestion(builder: ForeignFormBuilder, question: Question): void {
  const type = String(question.type ?? '');
  const { name, text } = question;
  const common = {
    isRequired: question.required === 'Yes' || undefined,
    description: plain(question.description) || plain(question.subLabel) || undefined,
  };
  const known = Object.hasOwn(simple, type) ? simple[type] : undefined;
  if (known) builder.add(known[0], name, text, { ...common, ...known[1] });
  else if (silent.has(type)) return;
  else if (type === 'control_pagebreak') builder.addPage();
  else if (type === 'control_head' || type === 'control_text') {
    builder.add('html', name, '', { html: plain(text) || plain(question.subHeader) });
  } else if (type === 'control_fullname') {
    const items = [
      { name: 'first', title: 'First name' },
      { name: 'last', title: 'Last name' },
    ];
    builder.add('multipletext', name, text, { ...common, items });
  } else if (type === 'control_dropdown' || type === 'control_radio' || type === 'control_checkbox') {
    const kind = { control_dropdown: 'dropdown', control_radio: 'radiogroup', control_checkbox: 'checkbox' }[type];
    const showOtherItem = question.allowOther === 'Yes' || undefined;
    builder.add(kind, name, text, { ...common, choices: listOf(question.options), showOtherItem });
  } else if (type === 'control_rating') {
    builder.add('rating', name, text, { ...common, rateMax: wholeNumber(question.stars, 5) });
  } else if (type === 'control_scale') {
    const scale = { rateMin: wholeNumber(question.scaleFrom, 1), rateMax: wholeNumber(question.scaleAmount, 5) };
    const ends = { minRateDescription: plain(question.fromText), maxRateDescription: plain(question.toText) };
    builder.add('rating', name, text, { ...common, ...scale, ...ends });
  } else if (type === 'control_matrix') addMatrix(builder, question, common);
  else builder.leaveOut(text, `Questions of type '${type.replace('control_', '').slice(0, 40)}' aren't supported.`);
}

function addMatrix(builder: ForeignFormBuilder, question: Question, common: Record<string, unknown>): void {
  const [rows, columns] = [listOf(question.mrows), listOf(question.mcolumns)];
  const inputType = String(question.inputType ?? 'Radio Button');
  const several = inputType === 'Check Box';
  if ((inputType !== 'Radio Button' && !several) || rows.length === 0 || columns.length === 0) {
    builder.leaveOut(question.text, "A table with this type of cell isn't supported.");
    return;
  }
  builder.add('matrix', question.name, question.text, {
    ...common,
    rows,
    columns,
    cellType: several ? 'checkbox' : undefined,
  });
}

/** Jotform separates choices with pipes. */
function listOf(options: unknown): string[] {
  return typeof options === 'string' ? choicesFrom(options.split('|')) : [];
}

function wholeNumber(text: unknown, otherwise: number): number {
  const number = Number(text);
  return Number.isInteger(number) && number >= 0 && number <= 100 && text !== '' ? number : otherwise;
}
