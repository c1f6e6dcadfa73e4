import { type PlainChoice, plainChoices, plainItems } from '@kinbridge/forms/plain-form';
import { type Html, html } from '../html.ts';
import { choiceText, groupHtml, idOf, type PlainQuestion } from './plain-question.ts';

/** A ranking as a list with move buttons, which work for touch, keyboard and screen readers. */
export function rankingHtml(question: PlainQuestion): Html {
  const { element, value, texts } = question;
  const choices = plainChoices(element);
  const ranked = Array.isArray(value) && value.length > 0;
  const items = inOrder(choices, ranked ? value : []).map((choice, position) => {
    const at = choices.indexOf(choice);
    const text = choiceText(choice, at, question);
    return html`<li data-at="${at}"><span class="position" aria-hidden="true">${position + 1}</span><span class="name">${text}</span>
${moveButton('up', `${texts.moveUp}: ${text}`)}${moveButton('down', `${texts.moveDown}: ${text}`)}</li>`;
  });
  return groupHtml(
    question,
    texts.rankHint,
    html`<ol class="ranking"${ranked ? ' data-ranked' : ''}>${items}</ol>
<button type="button" class="quiet keep" data-keep${ranked ? ' hidden' : ''}>${texts.keepOrder}</button>
<p class="unseen" role="status"></p>`,
  );
}

/** Ranked choices come first, then choices added by a newer version. */
function inOrder(choices: PlainChoice[], order: unknown[]): PlainChoice[] {
  const ranked = order.flatMap((value) => choices.filter((choice) => choice.value === value));
  return [...new Set([...ranked, ...choices])];
}

function moveButton(direction: 'up' | 'down', label: string): Html {
  return html`<button type="button" class="move" data-move="${direction}" aria-label="${label}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${
    direction === 'up' ? 'M6 15l6-6 6 6' : 'M6 9l6 6 6-6'
  }"/></svg></button>`;
}

/** A grid as one group of choices per row, since a table with touch-sized columns doesn't fit on a phone. */
export function matrixHtml(question: PlainQuestion): Html {
  const { element, index, value, texts } = question;
  const columns = plainChoices(element);
  const answers = new Map(Object.entries(typeof value === 'object' && value !== null ? value : {}));
  const rows = plainItems(element.rows).map((row, at) => {
    const cells = columns.map((column, place) => {
      const checked = answers.get(String(row.value)) === column.value && ' checked';
      return html`<label class="choice"><input type="radio" name="${idOf(index)}-${at}" value="${place}"${checked}><span>${choiceText(column, place, question)}</span></label>`;
    });
    return html`<fieldset class="answer-row"><legend>${choiceText(row, at, question)}</legend><div class="cells">${cells}</div></fieldset>`;
  });
  return groupHtml(question, texts.chooseInRows, rows);
}
