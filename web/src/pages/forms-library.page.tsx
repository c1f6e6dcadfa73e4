import { LibraryList } from '../features/surveys/library/library-list.tsx';

export function FormsLibraryPage() {
  return <LibraryList />;
}
