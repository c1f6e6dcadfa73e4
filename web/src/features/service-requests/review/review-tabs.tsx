import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { type FeedEntry, type FeedFilter, feedFilters, filterFeed } from '../timeline/timeline-entries.ts';
import classes from './review-tabs.module.css';

type Tab = FeedFilter | 'details';

/** Ordered so that a phone shows the most important tabs without scrolling. */
const phoneTabs: Tab[] = ['all', 'comments', 'sms', 'details', 'status', 'views'];

interface ReviewTabsProps {
  tab: Tab;
  onTab: (tab: Tab) => void;
  feed: FeedEntry[] | undefined;
  phone: boolean;
  /** Tools for the tab's contents. */
  tools?: ReactNode;
  children: ReactNode;
}

/** The feed filters with their counts; on a phone also the facts, which have no column there. */
export function ReviewTabs({ tab, onTab, feed, phone, tools, children }: ReviewTabsProps) {
  const tabs = phone ? phoneTabs : (Object.keys(feedFilters) as FeedFilter[]);
  return (
    <Tabs
      value={tab}
      onChange={(value) => onTab(value as Tab)}
      classNames={{ root: classes.root, list: classes.list, tab: classes.tab, panel: classes.panel }}
    >
      <div className={classes.bar}>
        <Tabs.List aria-label="Show">
          {tabs.map((one) => (
            <Tabs.Tab
              key={one}
              value={one}
              rightSection={one !== 'all' && one !== 'details' && <Count feed={feed} filter={one} />}
            >
              {one === 'details' ? 'Details' : feedFilters[one].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tools}
      </div>
      <Tabs.Panel value={tab}>{children}</Tabs.Panel>
    </Tabs>
  );
}

function Count({ feed, filter }: { feed: FeedEntry[] | undefined; filter: FeedFilter }) {
  return feed && <span className={classes.count}>{filterFeed(feed, filter).length}</span>;
}
