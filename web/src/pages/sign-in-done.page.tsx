import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { SignInPicture } from '../features/auth/sign-in-picture.tsx';
import { SignInDone } from '../features/single-sign-on/sign-in-done.tsx';
import { loadCode } from '../lib/load-code.ts';
import { PublicLayout } from '../ui/page/public-layout.tsx';

const SecondFactorStep = lazy(async () => ({
  default: (await loadCode(() => import('../features/auth/second-factor-step.tsx'))).SecondFactorStep,
}));

export function SignInDonePage() {
  const navigate = useNavigate();
  return (
    <PublicLayout picture={<SignInPicture />}>
      <SignInDone
        secondFactor={(asked) => (
          <Suspense>
            <SecondFactorStep
              asked={asked}
              onBack={() => void navigate('/login', { replace: true })}
              onOver={() => void navigate('/login', { replace: true, state: { over: true } })}
            />
          </Suspense>
        )}
      />
    </PublicLayout>
  );
}
