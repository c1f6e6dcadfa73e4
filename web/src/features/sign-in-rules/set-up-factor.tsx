import { Button, Text, Title, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './sign-in-rules.module.css';
import { setUpTexts as texts } from './sign-in-rules.texts.ts';

interface SetUpFactorProps {
  /** The name of their organization, once known. */
  organization: string | undefined;
  /** Whether they have a second factor now. */
  ready: boolean;
  onLogOut: () => void;
  /** The ways to set one up. */
  children: ReactNode;
}

/** For people who need a second factor before they can go on. */
export function SetUpFactor({ organization, ready, onLogOut, children }: SetUpFactorProps) {
  useDocumentTitle(`${texts.title} · Kinbridge`);
  return (
    <>
      <Title order={1} tabIndex={-1}>
        {texts.title}
      </Title>
      <Text mt="xs">{texts.lead(organization)}</Text>
      <VisuallyHidden component="h2">{texts.ways}</VisuallyHidden>
      <div className={`card ${classes.ways}`}>{children}</div>
      <Text role="status" fw={600} className={classes.ready}>
        {ready && texts.ready}
      </Text>
      <div className="flex wrap between gap-xs">
        <Button variant="default" onClick={onLogOut}>
          {texts.logOut}
        </Button>
        {/* The page the person wanted, with what the calls before were refused. */}
        {ready && <Button onClick={() => window.location.reload()}>{texts.continue}</Button>}
      </div>
    </>
  );
}
