import type { QuestionFigures } from '@kinbridge/contract/surveys/survey-answers.contract';
import classes from './analytics.module.css';
import { FigureTable } from './figure-table.tsx';
import { numberWords } from './figures.ts';

type Numbers = NonNullable<QuestionFigures['numbers']>;

/** How the numbers are spread, with the same as a table beneath. */
export function HistogramChart({ caption, numbers }: { caption: string; numbers: Numbers }) {
  const { histogram } = numbers;
  const most = Math.max(1, ...histogram.map(({ count }) => count));
  return (
    <>
      <div className={classes.histogram} aria-hidden="true">
        {histogram.map((span) => (
          <div key={span.from} title={`${spanWords(span)}: ${numberWords(span.count)}`}>
            <div className={classes.columnRoom}>
              <span className={classes.columnCount}>{span.count > 0 && numberWords(span.count)}</span>
              <span className={classes.column} style={{ height: `${(span.count / most) * 110}px` }} />
            </div>
            <span className={classes.columnLabel}>{spanWords(span)}</span>
          </div>
        ))}
      </div>
      <FigureTable
        caption={caption}
        heads={['Numbers', 'Answers']}
        rows={histogram.map((span) => ({ name: spanWords(span), counts: [span.count] }))}
      />
    </>
  );
}

function spanWords({ from, to }: Numbers['histogram'][number]): string {
  return from === to ? numberWords(from) : `${numberWords(from)}–${numberWords(to)}`;
}

/** Mean, median, total and range. */
export function NumberFacts({ numbers }: { numbers: Numbers }) {
  const { mean, median, total, minimum, maximum } = numbers;
  const facts = [
    ['Mean', numberWords(mean)],
    ['Median', numberWords(median)],
    ['Total', numberWords(total)],
    ['Range', `${numberWords(minimum)}–${numberWords(maximum)}`],
  ];
  return (
    <dl className={classes.numbers}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
