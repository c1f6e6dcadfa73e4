import { fullName, type PersonName } from '@kinbridge/contract/users/full-name';
import { useCurrentUser } from '../../../lib/current-user.ts';
import { formatLongDateTime, formatTime } from '../../../lib/dates.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { AttachmentCard } from '../attachment-card.tsx';
import type { Attachment } from '../attachment-file.ts';
import { commentTexts } from '../review.texts.ts';
import classes from './timeline-comment.module.css';

interface TimelineCommentProps {
  author: (PersonName & { id: number }) | null;
  organization: string | null;
  /** Null while it is being sent. */
  at: string | null;
  content: string;
  attachment: Attachment | null;
  /** The name of a file that is being sent. */
  sendingFile?: string | undefined;
  onView: (attachment: Attachment) => void;
}

export function TimelineComment(props: TimelineCommentProps) {
  const { author, organization, at, content, attachment, sendingFile, onView } = props;
  const user = useCurrentUser();
  return (
    <article className={`gap-10 grid ${classes.comment}`} data-sending={at === null || undefined}>
      {author && (
        <PersonAvatar firstName={author.firstName} lastName={author.lastName} size={26} self={author.id === user.id} />
      )}
      <div className={`px-sm py-xs card min-w-0 ${classes.card}`}>
        <header className="flex items-baseline wrap text-xs line-20 dimmed">
          <strong className="bold text">{author ? fullName(author) : 'Someone'}</strong>
          <span>{organization}</span>
          {at === null ? (
            <span role="status">{commentTexts.sending}</span>
          ) : (
            <time dateTime={at} title={formatLongDateTime(at)}>
              {formatTime(at)}
            </time>
          )}
        </header>
        {content && <p className="m-0 line-18 anywhere pre-wrap">{content}</p>}
        {sendingFile && <p className="m-0 line-18 anywhere pre-wrap">{sendingFile}</p>}
        {attachment && <AttachmentCard attachment={attachment} onView={onView} />}
      </div>
    </article>
  );
}
