import { type ComponentType, lazy, Suspense } from 'react';
import { Login } from '../features/auth/login.tsx';
import { SignInPicture } from '../features/auth/sign-in-picture.tsx';
import type { SingleSignOnOfferProps } from '../features/single-sign-on/single-sign-on-offer.tsx';
import { PublicLayout } from '../ui/page/public-layout.tsx';

/** Nothing is offered if its code doesn't load: the form must keep what was typed. */
const SingleSignOnOffer = lazy(
  (): Promise<{ default: ComponentType<SingleSignOnOfferProps> }> =>
    import('../features/single-sign-on/single-sign-on-offer.tsx').then(
      (code) => ({ default: code.SingleSignOnOffer }),
      () => ({ default: () => null }),
    ),
);

export function LoginPage() {
  return (
    <PublicLayout picture={<SignInPicture />}>
      <Login
        singleSignOn={(email, slug) => (
          <Suspense>
            <SingleSignOnOffer email={email} slug={slug} />
          </Suspense>
        )}
      />
    </PublicLayout>
  );
}
