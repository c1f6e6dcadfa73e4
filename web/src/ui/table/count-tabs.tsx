import { inNumbers } from '@kinbridge/contract/shared/counted';
import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './count-tabs.module.css';

interface CountTabsProps<T extends string> {
  label: string;
  /**
   * `count` is undefined until it is known, and null if there is nothing to count; `chosen` is the number selected, on
   * tabs for choosing people.
   */
  tabs: { value: T; label: string; count: number | undefined | null; chosen?: number }[];
  value: T;
  onChange: (value: T) => void;
  /** The panel below the tabs. It stays mounted when another tab is chosen; only its contents change. */
  children: ReactNode;
}

/** Tabs that show a count each. */
export function CountTabs<T extends string>({ label, tabs, value, onChange, children }: CountTabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone the tabs scroll, and the chosen one may be out of sight.
  const counted = tabs.every(({ count }) => count !== undefined);
  useEffect(() => {
    void [value, counted];
    // In an animation frame: measuring earlier would force another layout.
    const frame = requestAnimationFrame(() => {
      list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    });
    return () => cancelAnimationFrame(frame);
  }, [value, counted]);
  return (
    <Tabs
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen as T)}
      classNames={{ root: classes.root, list: classes.list, tab: classes.tab, panel: classes.panel }}
    >
      <Tabs.List ref={list} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            rightSection={tab.count !== null && <span className={classes.count}>{countText(tab)}</span>}
          >
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value}>{children}</Tabs.Panel>
    </Tabs>
  );
}

/** '248', or '7 of 248' if people are chosen. */
function countText({ count, chosen }: { count: number | undefined | null; chosen?: number }): string {
  const all = typeof count === 'number' ? inNumbers(count) : '–';
  return chosen ? `${inNumbers(chosen)} of ${all}` : all;
}
