import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { loadLater, usePreload } from '../../lib/load-later.tsx';
import { availabilityTexts as texts } from './services.texts.ts';

const YourServicesDialog = loadLater(async () => (await import('./your-services-dialog.tsx')).YourServicesDialog);

/** On the head of the incoming board: opens the services to set which can take people. */
export function YourServices() {
  const [opened, setOpened] = useState(false);
  usePreload(YourServicesDialog);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {texts.yours}
      </Button>
      <Suspense>{opened && <YourServicesDialog onClose={() => setOpened(false)} />}</Suspense>
    </>
  );
}
