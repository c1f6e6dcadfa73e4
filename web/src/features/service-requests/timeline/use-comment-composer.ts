import { useEffect, useRef, useState } from 'react';
import { queryClient } from '../../../lib/query-client.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts';
import { commentTexts } from '../review.texts.ts';
import { commentDraftName, keepFile, keptFile, recoverUnsent } from './comment-draft.ts';
import { commentKey, type NewComment, useSendComment } from './comments.api.ts';
import { fileProblem, newComment, problemOf } from './new-comment.ts';

/** A comment on a ticket, from its first letter until the server has it. */
export function useCommentComposer(ticketId: number) {
  useEffect(() => {
    if (queryClient.isMutating({ mutationKey: commentKey(ticketId) }) === 0) recoverUnsent(ticketId);
  }, [ticketId]);
  const [text, setText] = useDraft(commentDraftName(ticketId));
  const [file, setFile] = useState(() => keptFile(ticketId));
  const [problem, setProblem] = useState('');
  const send = useSendComment(ticketId);
  const attempt = useRef<NewComment | null>(null);
  const oneAtATime = useOneAtATime();
  const box = useRef<HTMLTextAreaElement>(null);
  const content = text.trim();
  const ready = content !== '' || file !== null;

  function attach(chosen: File | null) {
    keepFile(ticketId, chosen);
    setFile(chosen);
  }

  function choose([chosen, ...others]: Iterable<File>) {
    if (!chosen) return;
    const found = fileProblem(chosen);
    setProblem(found || (others.length > 0 ? commentTexts.oneFile : ''));
    if (found === '') attach(chosen);
  }

  function sendComment() {
    const comment = newComment(attempt.current, content, file);
    attempt.current = comment;
    setProblem('');
    setText('');
    setFile(null);
    return send.mutateAsync(comment, {
      onSuccess: () => {
        attempt.current = null;
      },
      onError: (error) => {
        setFile(keptFile(ticketId));
        setProblem(problemOf(error));
        box.current?.focus();
      },
    });
  }

  const submit = () => ready && oneAtATime(sendComment);
  return { box, text, setText, file, attach, choose, problem, ready, submit, sending: ready && send.isPending };
}
