import { Text, Title } from '@mantine/core';
import { Children, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import classes from './slides.module.css';

const stepId = 'slides-step';

interface SlidesProps {
  /** The slide to show, counted from 0. */
  active: number;
  children: ReactNode;
}

/**
 * Slides side by side, one visible. The others stay mounted to keep what was typed, but are out of reach for keyboard
 * and screen readers.
 */
export function Slides({ active, children }: SlidesProps) {
  const slides = Children.toArray(children);
  const viewport = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<{ active: number; leaving: number | null }>({ active, leaving: null });
  if (shown.active !== active) setShown({ active, leaving: shown.active });

  const focused = useRef(active);
  // In the same step as the slide appears: later, it could take focus from a field that the person is already in.
  useLayoutEffect(() => {
    if (focused.current === active) return;
    focused.current = active;
    window.scrollTo({ top: 0 });
    const slide = viewport.current?.querySelector('[data-state="active"]');
    // After a failure, the error gets focus first.
    const target = slide?.querySelector<HTMLElement>('[role="alert"]') ?? slide?.querySelector<HTMLElement>('h1');
    target?.focus({ preventScroll: true });
  }, [active]);

  const direction = shown.leaving !== null && shown.leaving > shown.active ? 'back' : 'forward';
  return (
    <>
      <Steps active={active} count={slides.length} />
      <div ref={viewport} className={classes.viewport} data-moving={shown.leaving !== null} data-direction={direction}>
        {slides.map((slide, index) => (
          <div
            key={index}
            className={classes.slide}
            data-state={index === active ? 'active' : index === shown.leaving ? 'leaving' : 'away'}
            inert={index !== active}
            aria-hidden={index !== active}
            onAnimationEnd={(event) => {
              if (event.target === event.currentTarget) setShown({ active, leaving: null });
            }}
          >
            {slide}
          </div>
        ))}
      </div>
    </>
  );
}

function Steps({ active, count }: { active: number; count: number }) {
  return (
    <div className="mb-lg">
      <Text id={stepId} size="xs" c="dimmed">
        {`Step ${active + 1} of ${count}`}
      </Text>
      <div className={`flex gap-2xs mt-xs ${classes.bar}`} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <span key={index} data-reached={index <= active} />
        ))}
      </div>
    </div>
  );
}

interface SlideHeadingProps {
  children: ReactNode;
  /** One sentence under the heading. */
  lead?: ReactNode;
}

/** A slide's heading. It takes focus when its slide comes in, and says which step this is. */
export function SlideHeading({ children, lead }: SlideHeadingProps) {
  return (
    <header className="mb-lg">
      <Title order={1} className="line-32 text-2xl balance" tabIndex={-1} aria-describedby={stepId}>
        {children}
      </Title>
      {lead && (
        <Text className="mt-2xs" c="dimmed" size="md">
          {lead}
        </Text>
      )}
    </header>
  );
}
