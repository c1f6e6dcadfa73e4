import { NotFoundState } from '../../ui/not-found-state.tsx';
import { memberTexts } from './members.texts.ts';

/** Absent, or another organization's: the page does not tell which. */
export function MemberNotFound() {
  return <NotFoundState title={memberTexts.notFoundTitle} text={memberTexts.notFound} />;
}
