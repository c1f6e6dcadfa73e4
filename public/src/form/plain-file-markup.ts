import { formFileTypes } from '@kinbridge/forms/form-file-limits';
import { type Html, html } from '../html.ts';
import { groupHtml, idOf, type PlainQuestion } from './plain-question.ts';

/** The browser lists the files, since it has them. */
export function fileHtml(question: PlainQuestion): Html {
  const { element, index, texts } = question;
  const id = idOf(index);
  const several = element.allowMultiple === true;
  const accept = typeof element.acceptedTypes === 'string' ? element.acceptedTypes : formFileTypes.join(',');
  return groupHtml(
    question,
    texts.fileHint,
    html`<ul class="files" hidden></ul>
<label class="upload"><input type="file" id="${id}" accept="${accept}"${several ? ' multiple' : ''} aria-describedby="${id}-error"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 16V5M7 10l5-5 5 5M5 19h14"/></svg><span>${
      several ? texts.chooseFiles : texts.chooseFile
    }</span></label>`,
  );
}

export const signatureSize = { width: 600, height: 220 };

/** Drawn with a finger or mouse; keyboard users type their name. */
export function signatureHtml(question: PlainQuestion): Html {
  const { index, texts } = question;
  const id = idOf(index);
  return groupHtml(
    question,
    texts.signHint,
    html`<canvas class="sign" width="${signatureSize.width}" height="${signatureSize.height}" role="img" aria-label="${texts.signEmpty}"></canvas>
<div class="sign-actions"><button type="button" class="quiet" data-clear>${texts.signClear}</button></div>
<div class="typed"><label for="${id}">${texts.signTyped}</label><input class="input" id="${id}" type="text" autocomplete="off" maxlength="80" aria-describedby="${id}-error"></div>`,
  );
}
