import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './review-tabs.module.css';
import { countIn, type FeedEntry, type FeedFilter, feedFilters } from './timeline-entries.ts';

type Tab = FeedFilter | 'details';

interface ReviewTabsProps {
  tab: Tab;
  onTab: (tab: Tab) => void;
  feed: FeedEntry[] | undefined;
  phone: boolean;
  /** Tools for what the tab shows. */
  children?: ReactNode;
}

/** The filters of the feed with their counts; on a phone also the way to the facts, for which there is no column. */
export function ReviewTabs({ tab, onTab, feed, phone, children }: ReviewTabsProps) {
  const filters = Object.keys(feedFilters) as FeedFilter[];
  return (
    <div className={classes.bar}>
      <Tabs value={tab} onChange={(value) => onTab(value as Tab)} classNames={{ list: classes.list, tab: classes.tab }}>
        <Tabs.List aria-label="Show">
          {filters.map((filter) => (
            <Tabs.Tab
              key={filter}
              value={filter}
              rightSection={filter !== 'all' && <Count feed={feed} filter={filter} />}
            >
              {feedFilters[filter].label}
            </Tabs.Tab>
          ))}
          {phone && <Tabs.Tab value="details">Details</Tabs.Tab>}
        </Tabs.List>
      </Tabs>
      {children}
    </div>
  );
}

function Count({ feed, filter }: { feed: FeedEntry[] | undefined; filter: FeedFilter }) {
  return feed && <span className={classes.count}>{countIn(feed, filter)}</span>;
}
