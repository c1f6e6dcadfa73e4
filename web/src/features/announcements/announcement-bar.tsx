import type { AnnouncementSeverity, ShownAnnouncement } from '@kinbridge/contract/announcements/announcements.contract';
import { ActionIcon } from '@mantine/core';
import { IconAlertCircle } from '../../ui/icons/first-icons.ts';
import { IconInfoCircle, IconX } from '../../ui/icons/icons.ts';
import classes from './announcement-bar.module.css';
import { useDismissAnnouncement } from './announcements.api.ts';

const announcementTexts = {
  label: 'Announcements',
  dismiss: (body: string) => `Dismiss: ${firstWords(body)}`,
  severities: { INFORMATION: 'Information', WARNING: 'Warning' } satisfies Record<AnnouncementSeverity, string>,
};

function firstWords(text: string): string {
  const words = text.trim().split(/\s+/);
  return words.length > 6 ? `${words.slice(0, 6).join(' ')}…` : words.join(' ');
}

interface AnnouncementBarProps {
  announcements: ShownAnnouncement[];
  onDismissed: (id: number) => void;
}

/** One line per announcement, each with a button that hides it for good. */
export function AnnouncementBar({ announcements, onDismissed }: AnnouncementBarProps) {
  const dismiss = useDismissAnnouncement();
  return (
    <section aria-label={announcementTexts.label}>
      {announcements.map(({ id, body, severity }) => {
        const SeverityIcon = severity === 'WARNING' ? IconAlertCircle : IconInfoCircle;
        return (
          <div key={id} className={`gap-10 border-top flex items-start tint ${classes.bar}`} data-severity={severity}>
            <SeverityIcon size={18} aria-hidden="true" />
            <p className={`fill text-md line-20 anywhere pre-line ${classes.text}`}>
              <strong>{announcementTexts.severities[severity]}:</strong> {body}
            </p>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={announcementTexts.dismiss(body)}
              onClick={() => {
                onDismissed(id);
                dismiss.mutate(id);
              }}
            >
              <IconX size={16} aria-hidden="true" />
            </ActionIcon>
          </div>
        );
      })}
    </section>
  );
}
