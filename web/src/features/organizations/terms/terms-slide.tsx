import { Button, Group } from '@mantine/core';
import { SlideHeading } from '../../../ui/slides/slides.tsx';
import { termsTexts } from '../organizations.texts.ts';
import classes from './terms-slide.module.css';
import { TermsText } from './terms-text.tsx';

interface TermsSlideProps {
  busy: boolean;
  onDecline: () => void;
  onAccept: () => void;
}

/** The slide that accepts the terms; nothing is sent before it. */
export function TermsSlide({ busy, onDecline, onAccept }: TermsSlideProps) {
  return (
    <>
      <SlideHeading lead="Please read the terms. Accepting them registers your organization.">
        {termsTexts.title}
      </SlideHeading>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard */}
      <section className={`scroll-y card ${classes.text}`} aria-label="The terms" tabIndex={0}>
        <TermsText />
      </section>
      <Group justify="space-between" mt={24}>
        <Button variant="default" size="md" disabled={busy} onClick={onDecline}>
          Decline
        </Button>
        <Button size="md" miw={120} loading={busy} onClick={onAccept}>
          Accept
        </Button>
      </Group>
    </>
  );
}
