import { LibraryList } from '../features/forms/library/library-list.tsx';

export function FormsLibraryPage() {
  return <LibraryList />;
}
