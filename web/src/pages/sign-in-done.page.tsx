import { SignInPicture } from '../features/auth/sign-in-picture.tsx';
import { SignInDone } from '../features/single-sign-on/sign-in-done.tsx';
import { PublicLayout } from '../ui/page/public-layout.tsx';

export function SignInDonePage() {
  return (
    <PublicLayout picture={<SignInPicture />}>
      <SignInDone />
    </PublicLayout>
  );
}
