import { textsByValue } from '@kinbridge/contract/surveys/answer-text';
import type { QuestionFigures } from '@kinbridge/contract/surveys/survey-answers.contract';
import { questionsOf, type SurveyDefinition } from '@kinbridge/contract/surveys/survey-definition';
import type { Survey } from '@kinbridge/contract/surveys/surveys.contract';
import { Text } from '@mantine/core';
import { SectionCard } from '../../../ui/section-card.tsx';
import classes from './analytics.module.css';
import { BarsChart } from './bars-chart.tsx';
import { chartOf, labelsOf, numberWords, percentWords, rowsOf } from './figures.ts';
import { HistogramChart, NumberFacts } from './histogram-chart.tsx';
import { StackedChart } from './stacked-chart.tsx';

interface QuestionCardProps {
  figures: QuestionFigures;
  /** How many answers the form has in all. */
  total: number;
  survey: Survey;
}

/** What the answers to one question add up to. */
export function QuestionCard({ figures, total, survey }: QuestionCardProps) {
  const { title, answered, numbers, entries } = figures;
  return (
    <SectionCard
      title={title}
      note={
        <span className={classes.answered}>
          {numberWords(answered)} of {numberWords(total)} answered ({percentWords(answered, total)})
        </span>
      }
    >
      <div className={classes.chart}>
        {answered === 0 ? (
          <Text c="dimmed">No answers to this question.</Text>
        ) : (
          <>
            {numbers && <NumberFacts numbers={numbers} />}
            {entries !== undefined && (
              <Text c="dimmed" mb={6}>
                {numberWords(entries)} {entries === 1 ? 'entry' : 'entries'} in all
              </Text>
            )}
            {figures.countsOnly && (
              <Text c="dimmed" mb={6}>
                {figures.countsOnly === 'chosen'
                  ? 'Too many answers to list. Answers no one chose are left out.'
                  : 'Too many answers to list. These are the most common.'}
              </Text>
            )}
            <Chart figures={figures} survey={survey} />
          </>
        )}
      </div>
    </SectionCard>
  );
}

function Chart({ figures, survey }: Omit<QuestionCardProps, 'total'>) {
  const { title, type, answered, counts, numbers, wordsOfLatest } = figures;
  switch (chartOf(figures)) {
    case 'cells': {
      const cells = counts.slice(0, 100).map(({ row, label, count }) => ({ label: `${row}: ${label}`, count }));
      return <BarsChart caption={title} heads={['Answer', 'Answers']} counts={cells} />;
    }
    case 'bars':
      return <BarsChart caption={title} heads={['Answer', 'Answers']} counts={counts} whole={answered} />;
    case 'words':
      return (
        <>
          <Text c="dimmed" fz={12} mb={6}>
            Most frequent{wordsOfLatest && `, from the latest ${numberWords(wordsOfLatest)} answers`}
          </Text>
          <BarsChart caption={title} heads={['Word', 'How often']} counts={counts.slice(0, 15)} />
        </>
      );
    case 'stacked': {
      const labels = labelsOf(counts, labelsInForm(figures, survey));
      return (
        <StackedChart
          caption={title}
          rowHead={type === 'ranking' ? 'Place' : 'Row'}
          labels={labels}
          rows={rowsOf(counts, labels)}
        />
      );
    }
    case 'parts':
      return rowsOf(counts).map(({ row, parts }) => (
        <div key={row} className={classes.part}>
          <h3>{row}</h3>
          <BarsChart caption={`${title}, ${row}`} heads={['Answer', 'Answers']} counts={parts.slice(0, 15)} />
        </div>
      ));
    case 'histogram':
      return numbers && <HistogramChart caption={title} numbers={numbers} />;
    case 'total':
      return (
        <p className={classes.total}>
          <strong>{numberWords(answered)}</strong> {answered === 1 ? 'answer' : 'answers'}
        </p>
      );
  }
}

/** The choices in the order that people saw, so that a scale runs from one end to the other. */
function labelsInForm({ name }: QuestionFigures, survey: Survey): string[] {
  const question = questionsOf(survey.data as SurveyDefinition).find((one) => one.name === name);
  if (!question) return [];
  return [...textsByValue(question.type === 'matrix' ? question.columns : question.choices).values()];
}
