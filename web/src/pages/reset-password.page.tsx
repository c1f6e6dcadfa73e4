import { ResetCodeForm } from '../features/auth/reset-code-form.tsx';
import { ResetDone } from '../features/auth/reset-done.tsx';
import { ResetEmailForm } from '../features/auth/reset-email-form.tsx';
import { SignInPicture } from '../features/auth/sign-in-picture.tsx';
import { PublicLayout } from '../ui/page/public-layout.tsx';
import { Slides } from '../ui/slides/slides.tsx';
import { useSlideHistory } from '../ui/slides/slides-history.ts';

export function ResetPasswordPage() {
  const { slide, email, goTo, back } = useSlideHistory((asked) =>
    asked.email === '' ? { ...asked, slide: 0 } : asked,
  );
  return (
    <PublicLayout picture={<SignInPicture />}>
      <Slides active={slide}>
        <ResetEmailForm email={email} onSent={(address) => goTo(1, { email: address })} />
        <ResetCodeForm email={email} onBack={back} onDone={() => goTo(2, { replace: true })} />
        <ResetDone />
      </Slides>
    </PublicLayout>
  );
}
