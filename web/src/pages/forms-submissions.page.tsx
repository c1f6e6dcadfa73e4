import { FormOfAddress } from '../features/surveys/form-of-address.tsx';
import { SubmissionsScreen } from '../features/surveys/submissions/submissions-screen.tsx';

/** Specification §2: the answers to the form in the address. */
export function FormsSubmissionsPage() {
  return (
    <FormOfAddress windowTitle="Form submissions">
      {(newest, versions) => <SubmissionsScreen newest={newest} versions={versions} />}
    </FormOfAddress>
  );
}
