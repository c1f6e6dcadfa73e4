import { LoginForm } from '../features/auth/login-form.tsx';
import { SignInPicture } from '../features/auth/sign-in-picture.tsx';
import { PublicLayout } from '../ui/page/public-layout.tsx';

export function LoginPage() {
  return (
    <PublicLayout picture={<SignInPicture />}>
      <LoginForm />
    </PublicLayout>
  );
}
