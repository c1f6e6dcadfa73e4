import type { QuestionFigures, Timeline } from '@kinbridge/contract/forms/form-answers.contract';
import classes from './analytics.module.css';
import { ColumnsChart } from './columns-chart.tsx';
import { formatNumber, stepNames } from './figures.ts';

type Numbers = NonNullable<QuestionFigures['numbers']>;

/** How numbers are distributed over ranges. */
export function HistogramChart({ caption, numbers }: { caption: string; numbers: Numbers }) {
  const columns = numbers.histogram.map((span) => ({ name: spanText(span), count: span.count }));
  return <ColumnsChart caption={caption} headers={['Numbers', 'Answers']} columns={columns} />;
}

interface TimelineChartProps {
  caption: string;
  counted: string;
  timeline: Timeline;
}

/** How often each day, month or year was given, from the first to the last. */
export function TimelineChart({ caption, counted, timeline: { unit, points } }: TimelineChartProps) {
  const columns = points.map(({ start, count }) => ({ ...stepNames(unit, start), count }));
  return <ColumnsChart caption={caption} headers={['Date', counted]} columns={columns} />;
}

function spanText({ from, to }: Numbers['histogram'][number]): string {
  return from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`;
}

/** Mean, median, total and range. */
export function NumberFacts({ numbers }: { numbers: Numbers }) {
  const { mean, median, total, minimum, maximum } = numbers;
  const facts = [
    ['Mean', formatNumber(mean)],
    ['Median', formatNumber(median)],
    ['Total', formatNumber(total)],
    ['Range', `${formatNumber(minimum)}–${formatNumber(maximum)}`],
  ];
  return (
    <dl className={`flex wrap ${classes.numbers}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-xs dimmed">{name}</dt>
          <dd className="m-0 heavy numbers text-xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
