import { useState } from 'react';
import { ResetCodeForm } from '../features/auth/reset-code-form.tsx';
import { ResetDone } from '../features/auth/reset-done.tsx';
import { ResetEmailForm } from '../features/auth/reset-email-form.tsx';
import { ResetLinkForm } from '../features/auth/reset-link-form.tsx';
import { SignInPicture } from '../features/auth/sign-in-picture.tsx';
import { useTokenFromUrl } from '../lib/use-token-from-url.ts';
import { PublicLayout } from '../ui/page/public-layout.tsx';
import { Slides } from '../ui/slides/slides.tsx';
import { useSlideHistory } from '../ui/slides/slides-history.ts';

const [codeSlide, doneSlide] = [1, 2];

export function ResetPasswordPage() {
  const token = useTokenFromUrl();
  const { slide, email, goTo, back } = useSlideHistory((asked) =>
    asked.email === '' ? { ...asked, slide: 0 } : asked,
  );
  // A mailed link knows no address, so its slides aren't in the history.
  const [link, setLink] = useState<{ slide: number | null; error?: Error }>({ slide: token ? codeSlide : null });

  function leaveLink(next: typeof link) {
    setLink(next);
    // Removes the token from the history, too.
    goTo(0, { replace: true });
  }

  return (
    <PublicLayout picture={<SignInPicture />}>
      <Slides active={link.slide ?? slide}>
        <ResetEmailForm
          email={email}
          linkError={link.error}
          onSent={(address) => {
            setLink({ slide: null });
            goTo(codeSlide, { email: address });
          }}
        />
        {link.slide === null ? (
          <ResetCodeForm email={email} onBack={back} onDone={() => goTo(doneSlide, { replace: true })} />
        ) : (
          <ResetLinkForm
            token={token}
            onDone={() => leaveLink({ slide: doneSlide })}
            onVoid={(error) => leaveLink({ slide: null, error })}
          />
        )}
        <ResetDone />
      </Slides>
    </PublicLayout>
  );
}
