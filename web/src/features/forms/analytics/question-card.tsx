import type { QuestionFigures } from '@kinbridge/contract/forms/form-answers.contract';
import { counted } from '@kinbridge/contract/shared/counted';
import { Text } from '@mantine/core';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import classes from './analytics.module.css';
import { BarsChart } from './bars-chart.tsx';
import { answeredText, chartOf, formatNumber, rowsOf } from './figures.ts';
import { HistogramChart, NumberFacts, TimelineChart } from './number-charts.tsx';
import { StackedChart } from './stacked-chart.tsx';

interface QuestionCardProps {
  figures: QuestionFigures;
  /** The form's total number of submissions. */
  total: number;
}

/** The summary of the answers to one question. */
export function QuestionCard({ figures, total }: QuestionCardProps) {
  const { title, answered, numbers, entries } = figures;
  return (
    <SectionCard title={title} note={<span className="text-xs numbers dimmed">{answeredText(figures, total)}</span>}>
      <div className="px-md pb-14 pt-sm border-top">
        {answered === 0 ? (
          <Text c="dimmed">No answers to this question.</Text>
        ) : (
          <>
            {numbers && <NumberFacts numbers={numbers} />}
            {entries !== undefined && (
              <Text c="dimmed" mb={6}>
                {counted(entries, 'entry', 'entries')} in all
              </Text>
            )}
            {figures.countsOnly && (
              <Text c="dimmed" mb={6}>
                {figures.countsOnly === 'chosen'
                  ? 'Too many answers to list. Answers no one chose are left out.'
                  : 'Too many answers to list. These are the most common.'}
              </Text>
            )}
            <Chart figures={figures} />
          </>
        )}
      </div>
    </SectionCard>
  );
}

/** How many answers or words a text chart lists. */
const listed = 15;

function Chart({ figures }: Omit<QuestionCardProps, 'total'>) {
  const { title, type, answered, counts, numbers, timeline, wordsOfLatest = 0 } = figures;
  switch (chartOf(figures)) {
    case 'cells': {
      const cells = counts.slice(0, 100).map(({ row, label, count }) => ({ label: `${row}: ${label}`, count }));
      return <BarsChart caption={title} headers={['Answer', 'Answers']} counts={cells} />;
    }
    case 'bars':
      return <BarsChart caption={title} headers={['Answer', 'Answers']} counts={counts} whole={answered} />;
    case 'answers':
      return (
        <>
          {counts.length > listed && (
            <Text c="dimmed" fz="xs" mb={6}>
              The {listed} most common of {formatNumber(counts.length)} different answers
            </Text>
          )}
          <BarsChart
            caption={title}
            headers={['Answer', 'Answers']}
            counts={counts.slice(0, listed)}
            whole={answered}
          />
        </>
      );
    case 'words':
      return (
        <>
          <Text c="dimmed" fz="xs" mb={6}>
            Most common words{wordsOfLatest < answered && `, from the latest ${formatNumber(wordsOfLatest)} answers`}
          </Text>
          <BarsChart caption={title} headers={['Word', 'Answers']} counts={counts.slice(0, listed)} />
        </>
      );
    case 'timeline':
      return timeline && <TimelineChart caption={title} counted="Answers" timeline={timeline} />;
    case 'stacked':
      return (
        <StackedChart
          caption={title}
          rowHeader={type === 'ranking' ? 'Place' : 'Row'}
          labels={[...new Set(counts.map(({ label }) => label))]}
          rows={rowsOf(counts)}
        />
      );
    case 'parts':
      return rowsOf(counts).map(({ row, parts }) => (
        <div key={row} className={classes.part}>
          <h3 className="m-0 mb-2xs text-sm bold">{row}</h3>
          <BarsChart caption={`${title}, ${row}`} headers={['Answer', 'Answers']} counts={parts.slice(0, listed)} />
        </div>
      ));
    case 'histogram':
      return numbers && <HistogramChart caption={title} numbers={numbers} />;
    case 'total':
      return (
        <p className="m-0">
          <strong className="heavy text-3xl">{formatNumber(answered)}</strong> {answered === 1 ? 'answer' : 'answers'}
        </p>
      );
  }
}
