import { SignInPicture } from '../features/auth/sign-in-picture.tsx';
import { ConfirmSignIn } from '../features/single-sign-on/confirm-sign-in.tsx';
import { PublicLayout } from '../ui/page/public-layout.tsx';

export function ConfirmSignInPage() {
  return (
    <PublicLayout picture={<SignInPicture />}>
      <ConfirmSignIn />
    </PublicLayout>
  );
}
