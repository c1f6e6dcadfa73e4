import { importPKCS8, SignJWT } from 'jose';
import { choicesFrom, ForeignFormBuilder, plain } from './foreign-form-builder.ts';
import { type ForeignForm, type FormSource, FormSourceProblem, fetchJson } from './form-source.ts';

type Json = Record<string, unknown>;

/** Reads forms with the Google Forms API, as a service account the form is shared with. */
export class GoogleFormSource implements FormSource {
  readonly name = 'Google Forms';

  constructor(
    private readonly settings: { baseUrl: string; tokenUrl: string; clientEmail: string; privateKey: string },
  ) {}

  async fetchForm(formId: string): Promise<ForeignForm> {
    const headers = { authorization: `Bearer ${await this.#accessToken()}`, accept: 'application/json' };
    const form = await fetchJson(this.name, `${this.settings.baseUrl}/v1/forms/${formId}`, { headers });
    const builder = new ForeignFormBuilder();
    for (const item of listOf(form.items)) addItem(builder, item);
    const info = objectOf(form.info);
    return builder.finish(info.title ?? info.documentTitle, info.description);
  }

  /** RFC 7523: exchanges a signed assertion for a one-hour token. */
  async #accessToken(): Promise<string> {
    const { clientEmail, tokenUrl, privateKey } = this.settings;
    const key = await importPKCS8(privateKey, 'RS256');
    const assertion = await new SignJWT({ scope: 'https://www.googleapis.com/auth/forms.body.readonly' })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUrl)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(key);
    const grant = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
    const { access_token: token } = await fetchJson(this.name, tokenUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: grant.toString(),
    });
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
      throw new FormSourceProblem('refused', 'Google Forms does not accept the service account of this portal.');
    }
    return token;
  }
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

function addItem(builder: ForeignFormBuilder, item: Json): void {
  const { title, itemId } = item;
  const description = plain(item.description) || undefined;
  if ('pageBreakItem' in item) builder.addPage(plain(title));
  else if ('textItem' in item)
    builder.add('html', itemId, '', { html: [plain(title), plain(item.description)].join('\n').trim() });
  else if ('questionGroupItem' in item) addGroup(builder, item, description);
  else if ('questionItem' in item) {
    const { question, image } = objectOf(item.questionItem);
    if (image) builder.leaveOut(title, 'The picture of the question was left out.');
    addQuestion(builder, objectOf(question), item, description);
  } else if ('imageItem' in item) builder.leaveOut(title ?? 'Picture', "Pictures aren't imported.");
  else if ('videoItem' in item) builder.leaveOut(title ?? 'Video', "Videos aren't imported.");
  else builder.leaveOut(title, "This type of item isn't supported.");
}

function addQuestion(builder: ForeignFormBuilder, question: Json, item: Json, description: string | undefined): void {
  const { title } = item;
  const name = question.questionId ?? item.itemId;
  const common = { description, isRequired: question.required === true || undefined };
  const { textQuestion, choiceQuestion, scaleQuestion, dateQuestion, timeQuestion, ratingQuestion } = question;
  if (textQuestion) builder.add(objectOf(textQuestion).paragraph === true ? 'comment' : 'text', name, title, common);
  else if (choiceQuestion) addChoices(builder, objectOf(choiceQuestion), { name, title }, common);
  else if (scaleQuestion) {
    const { low, high, lowLabel, highLabel } = objectOf(scaleQuestion);
    const ends = { minRateDescription: plain(lowLabel), maxRateDescription: plain(highLabel) };
    builder.add('rating', name, title, { ...common, ...ends, rateMin: whole(low, 1), rateMax: whole(high, 5) });
  } else if (ratingQuestion) {
    const { ratingScaleLevel, iconType } = objectOf(ratingQuestion);
    const rateType = iconType === 'STAR' ? 'stars' : undefined;
    builder.add('rating', name, title, { ...common, rateType, rateMax: whole(ratingScaleLevel, 5) });
  } else if (dateQuestion) {
    const inputType = objectOf(dateQuestion).includeTime === true ? 'datetime-local' : 'date';
    builder.add('text', name, title, { ...common, inputType });
  } else if (timeQuestion) builder.add('text', name, title, { ...common, inputType: 'time' });
  else if ('fileUploadQuestion' in question) builder.add('file', name, title, { ...common, allowMultiple: true });
  else builder.leaveOut(title, "This question type isn't supported.");
}

const choiceTypes = new Map([
  ['RADIO', 'radiogroup'],
  ['CHECKBOX', 'checkbox'],
  ['DROP_DOWN', 'dropdown'],
]);

function addChoices(builder: ForeignFormBuilder, choice: Json, { name, title }: Json, common: Json): void {
  const options = listOf(choice.options);
  const type = choiceTypes.get(String(choice.type)) ?? 'radiogroup';
  const choices = choicesFrom(options.filter(({ isOther }) => isOther !== true).map(({ value }) => value));
  const showOtherItem = options.some(({ isOther }) => isOther === true) || undefined;
  builder.add(type, name, title, {
    ...common,
    choices,
    showOtherItem,
    choicesOrder: choice.shuffle === true ? 'random' : undefined,
  });
  if (options.some((option) => 'goToAction' in option || 'goToSectionId' in option)) {
    builder.leaveOut(title, "Jumps to other sections aren't imported. Use conditions instead.");
  }
  if (options.some(({ image }) => image)) builder.leaveOut(title, 'The pictures of the choices were left out.');
}

function addGroup(builder: ForeignFormBuilder, item: Json, description: string | undefined): void {
  const { questions, grid } = objectOf(item.questionGroupItem);
  const { type, options } = objectOf(objectOf(grid).columns);
  const columns = choicesFrom(listOf(options).map(({ value }) => value));
  const inner = listOf(questions);
  const rows = choicesFrom(inner.map(({ rowQuestion }) => objectOf(rowQuestion).title));
  if (columns.length === 0 || rows.length === 0) {
    builder.leaveOut(item.title, "This type of group isn't supported.");
    return;
  }
  const eachRowRequired = inner.some(({ required }) => required === true) || undefined;
  const cellType = type === 'CHECKBOX' ? 'checkbox' : undefined;
  builder.add('matrix', item.itemId, item.title, { description, rows, columns, eachRowRequired, cellType });
}

function whole(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 100 ? value : otherwise;
}
