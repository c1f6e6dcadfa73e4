import { SignInPicture } from '../features/auth/sign-in-picture.tsx';
import { VerifyEmail } from '../features/auth/verify-email.tsx';
import { PublicLayout } from '../ui/page/public-layout.tsx';

export function VerifyEmailPage() {
  return (
    <PublicLayout picture={<SignInPicture />}>
      <VerifyEmail />
    </PublicLayout>
  );
}
