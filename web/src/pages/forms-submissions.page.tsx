import { FormFromUrl } from '../features/forms/form-from-url.tsx';
import { SubmissionsScreen } from '../features/forms/submissions/submissions-screen.tsx';

/** Specification §2: the answers to the form in the URL. */
export function FormsSubmissionsPage() {
  return (
    <FormFromUrl windowTitle="Form submissions">
      {(newest, versions) => <SubmissionsScreen newest={newest} versions={versions} />}
    </FormFromUrl>
  );
}
