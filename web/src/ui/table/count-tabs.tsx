import { inNumbers } from '@kinbridge/contract/shared/counted';
import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './count-tabs.module.css';

interface Counted {
  count: number | undefined | null;
  chosen?: number;
  narrowed?: boolean;
}

interface CountTabsProps<T extends string> {
  label: string;
  /**
   * `count` is undefined until it is known, and null if there is nothing to count; `chosen` is the number selected, on
   * tabs for choosing people. A `narrowed` count is that of a search, which may not find those selected.
   */
  tabs: (Counted & { value: T; label: string })[];
  value: T;
  onChange: (value: T) => void;
  /** Beside the tabs. */
  tools?: ReactNode;
  /** In a dialog, the tabs line up with its padding, and stay in sight while a phone scrolls it. */
  inDialog?: boolean;
  /** On a phone, the tabs stand in columns at least this wide. Without it they scroll sideways. */
  columnWidth?: number;
  /** The panel below the tabs. It stays mounted when another tab is chosen; only its contents change. */
  children: ReactNode;
}

/** Tabs that show a count each. */
export function CountTabs<T extends string>(props: CountTabsProps<T>) {
  const { label, tabs, value, onChange, tools, inDialog = false, columnWidth, children } = props;
  const list = useRef<HTMLDivElement>(null);
  // On a phone the tabs scroll, and the chosen one may be out of sight.
  const counted = tabs.every(({ count }) => count !== undefined);
  useEffect(() => {
    void [value, counted];
    // In an animation frame: measuring earlier would force another layout.
    const frame = requestAnimationFrame(() => centerChosen(list.current));
    return () => cancelAnimationFrame(frame);
  }, [value, counted]);
  return (
    <Tabs
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen as T)}
      mod={{ dialog: inDialog, columns: columnWidth !== undefined }}
      style={{ '--column-width': columnWidth && `${columnWidth}px` }}
      classNames={{ root: classes.root, list: classes.list, tab: classes.tab, panel: classes.panel }}
    >
      <div className={`gap-sm row between fixed sheet ${classes.bar}`}>
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
        {tools}
      </div>
      <Tabs.Panel value={value}>{children}</Tabs.Panel>
    </Tabs>
  );
}

/** Sideways only: a dialog around the tabs keeps its place. */
function centerChosen(list: HTMLElement | null): void {
  const tab = list?.querySelector<HTMLElement>('[data-active]');
  if (list && tab) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
}

/** '248', '7 of 248' if people are chosen, or '7 chosen' while a search shows only some of them. */
function countText({ count, chosen, narrowed = false }: Counted): string {
  const all = typeof count === 'number' ? inNumbers(count) : '–';
  if (chosen && narrowed) return `${inNumbers(chosen)} chosen`;
  return chosen ? `${inNumbers(chosen)} of ${all}` : all;
}
