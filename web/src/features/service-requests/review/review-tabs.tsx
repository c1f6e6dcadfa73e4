import type { ReactNode } from 'react';
import { CountTabs } from '../../../ui/table/count-tabs.tsx';
import { type FeedEntry, type FeedFilter, feedFilters, filterFeed } from '../timeline/timeline-entries.ts';

type Tab = FeedFilter | 'details';

/** The most important tabs first. */
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
    <CountTabs
      label="Show"
      tabs={tabs.map((value) => ({
        value,
        label: value === 'details' ? 'Details' : feedFilters[value].label,
        count: value === 'details' || value === 'all' ? null : feed && filterFeed(feed, value).length,
      }))}
      value={tab}
      onChange={onTab}
      tools={tools}
      inDialog
      columnWidth={112}
    >
      {children}
    </CountTabs>
  );
}
