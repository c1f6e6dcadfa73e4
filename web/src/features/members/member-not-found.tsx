import { NotFoundState } from '../../ui/states/not-found-state.tsx';
import { memberTexts } from './members.texts.ts';

/** Doesn't exist or belongs to another organization: the page doesn't say which. */
export function MemberNotFound() {
  return <NotFoundState title={memberTexts.notFoundTitle} text={memberTexts.notFound} />;
}
