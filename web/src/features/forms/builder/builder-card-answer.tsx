import { type SurveyElement, textIn } from '@kinbridge/forms/form-definition';
import { Checkbox, Radio } from '@mantine/core';
import { IconCalendar } from '../../../ui/icons/icons.ts';
import { IconPaperclip, IconSelector, IconSignature, IconStar } from '../../../ui/icons/later-icons.ts';
import classes from './builder-canvas.module.css';
import { type Item, itemText } from './definition/choices.ts';
import { hasChoices } from './definition/question-kinds.ts';
import { readStatement } from './definition/statement.ts';
import { ItemsEditor } from './items-editor.tsx';

/** A small preview of the answer; the selected question's choices are edited right here. */
export function BuilderCardAnswer({ element, selected }: { element: SurveyElement; selected: boolean }) {
  const help = textIn(element.description as string | undefined);
  return (
    <>
      {help && <p className={classes.help}>{help}</p>}
      <Answer element={element} selected={selected} />
    </>
  );
}

function Answer({ element, selected }: { element: SurveyElement; selected: boolean }) {
  if (hasChoices(element) && selected)
    return <ItemsEditor element={element} property="choices" label="Choice" inline />;
  switch (element.type) {
    case 'radiogroup':
    case 'buttongroup':
    case 'checkbox':
    case 'ranking':
      return <ChoiceList element={element} />;
    case 'dropdown':
    case 'tagbox':
      return (
        <Box>
          {words(element.choices).slice(0, 3).join(', ')}
          <IconSelector />
        </Box>
      );
    case 'boolean':
      return (
        <div className={`flex gap-xs ${classes.yesNo}`}>
          <span>{textIn(element.labelTrue as string) || 'Yes'}</span>
          <span>{textIn(element.labelFalse as string) || 'No'}</span>
        </div>
      );
    case 'rating':
      return <Rating element={element} />;
    case 'matrix':
      return <Grid element={element} />;
    case 'comment':
      return <Box tall />;
    case 'text':
      return <TextBox element={element} />;
    case 'file':
      return (
        <Box>
          Choose a file
          <IconPaperclip />
        </Box>
      );
    case 'signaturepad':
      return (
        <Box tall>
          Sign here
          <IconSignature />
        </Box>
      );
    case 'html':
      return (
        <p className={`pre-line ${classes.statement}`}>
          {readStatement(textIn(element.html as string)).text || 'Enter the text on the right.'}
        </p>
      );
    default:
      return null;
  }
}

function Box({ children, tall = false }: { children?: React.ReactNode; tall?: boolean }) {
  return (
    <div className={classes.box} data-tall={tall || undefined} aria-hidden="true">
      {children}
    </div>
  );
}

const hints: Record<string, string> = { date: 'MM-DD-YYYY', tel: '(   )    -', email: 'name@example.org', number: '0' };

function TextBox({ element }: { element: SurveyElement }) {
  const inputType = String(element.inputType ?? '');
  return (
    <Box>
      {textIn(element.placeholder as string) || (Object.hasOwn(hints, inputType) && hints[inputType])}
      {inputType === 'date' && <IconCalendar />}
    </Box>
  );
}

function words(items: unknown): string[] {
  const list = Array.isArray(items) ? (items as Item[]) : [];
  return list.map(itemText);
}

function ChoiceList({ element }: { element: SurveyElement }) {
  const Mark = element.type === 'checkbox' ? Checkbox : Radio;
  const extras = [
    ...(element.showNoneItem || element.hasNone ? [textIn(element.noneText as string) || 'None'] : []),
    ...(element.showOtherItem || element.hasOther ? [textIn(element.otherText as string) || 'Other (describe)'] : []),
  ];
  const all = [...words(element.choices), ...extras];
  return (
    <ul className={`list gap-6 gap-x-md grid ${classes.choices}`}>
      {all.map((text, index) => (
        <li
          className="gap-xs row min-w-0 anywhere"
          key={`${text} ${all.slice(0, index).filter((other) => other === text).length}`}
        >
          {element.type === 'ranking' ? (
            <span className={classes.rank}>{index + 1}</span>
          ) : (
            <Mark readOnly checked={false} tabIndex={-1} aria-hidden="true" className={classes.fake} />
          )}
          {text}
        </li>
      ))}
    </ul>
  );
}

function Rating({ element }: { element: SurveyElement }) {
  const [from, to] = [Number(element.rateMin ?? 1), Number(element.rateMax ?? element.rateCount ?? 5)];
  const steps = Array.from({ length: Math.min(Math.max(to - from + 1, 1), 20) }, (_, index) => from + index);
  return (
    <div className={`row wrap gap-6 label ${classes.rating}`} aria-hidden="true">
      {textIn(element.minRateDescription as string)}
      {steps.map((step) =>
        element.rateType === 'stars' ? <IconStar key={step} size={20} /> : <span key={step}>{step}</span>,
      )}
      {textIn(element.maxRateDescription as string)}
    </div>
  );
}

function Grid({ element }: { element: SurveyElement }) {
  const columns = words(element.columns);
  return (
    <div className="scroll-x">
      <table className={`text-xs ${classes.grid}`}>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {words(element.rows).map((row) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {columns.map((column) => (
                <td key={column}>
                  <span className={`block circle bordered-control ${classes.dot}`} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
