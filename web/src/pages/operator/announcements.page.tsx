import { AnnouncementsList } from '../../features/operator/announcements/announcements-list.tsx';
import { WriteAnnouncement } from '../../features/operator/announcements/write-announcement.tsx';
import { Page } from '../../ui/page/page.tsx';

export function OperatorAnnouncementsPage() {
  return (
    <Page
      title="Announcements"
      subtitle="Staff of all organizations see published ones in a bar until they dismiss it."
    >
      <WriteAnnouncement />
      <AnnouncementsList />
    </Page>
  );
}
