import { Title } from '@mantine/core';
import { termsDate, termsSections, termsVersion } from './terms-sections.ts';
import classes from './terms-text.module.css';

/** The full terms, without a heading. */
export function TermsText() {
  return (
    <div className={`text-reading line-24 ${classes.text}`}>
      <p className="text-sm dimmed">
        Version {termsVersion}, in force since {termsDate}
      </p>
      {termsSections.map((section) => (
        <section key={section.id} aria-labelledby={section.id}>
          <Title order={2} id={section.id} tabIndex={-1}>
            {section.title}
          </Title>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {section.points && (
            <ul>
              {section.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}
