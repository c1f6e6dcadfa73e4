import { FocusTrap } from '@mantine/core';
import { useState } from 'react';
import { AskCard } from './ask-card.tsx';
import { OwnQuestions } from './own-questions.tsx';
import { OwnThread } from './own-thread.tsx';
import type { SupportDraft } from './support-draft.ts';

/** What the card shows: the form, the person's questions, or the one with this id. */
export type SupportView = 'ask' | 'questions' | number;

interface SupportCardProps {
  first: SupportView;
  draft: SupportDraft;
  onChange: (change: Partial<SupportDraft>) => void;
  onSent: () => void;
  onClose: () => void;
}

/** The Contact Support card: ask, or read the answers to earlier questions. */
export function SupportCard({ first, ...ask }: SupportCardProps) {
  const [view, setView] = useState(first);
  return (
    // A new trap for every view, so focus starts at its beginning.
    <FocusTrap key={view}>
      <div>
        {view === 'ask' && <AskCard {...ask} onQuestions={() => setView('questions')} />}
        {view === 'questions' && <OwnQuestions onOpen={setView} onAsk={() => setView('ask')} />}
        {typeof view === 'number' && <OwnThread id={view} onBack={() => setView('questions')} />}
      </div>
    </FocusTrap>
  );
}
