import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadCode } from '../../lib/load-code.ts';
import type { SecondFactor } from './auth.api.ts';
import { LoginForm, type SingleSignOn } from './login-form.tsx';

const SecondFactorStep = lazy(async () => ({
  default: (await loadCode(() => import('./second-factor-step.tsx'))).SecondFactorStep,
}));

/** What a history entry of the login screen holds: its step, so that Back and a reload work. */
interface LoginState {
  secondFactor?: SecondFactor;
  email?: string;
  /** The second factor took too long or too many tries. */
  over?: boolean;
}

/** The password, then the second factor if the person has one. */
export function Login({ singleSignOn }: { singleSignOn: SingleSignOn }) {
  const { state, ...address } = useLocation();
  const navigate = useNavigate();
  const { secondFactor, over = false, ...kept } = (state ?? {}) as LoginState;
  const [email, setEmail] = useState(kept.email ?? '');

  function show(entry: LoginState, replace: boolean) {
    void navigate(address, { state: entry, replace });
  }

  if (!secondFactor) {
    return (
      <LoginForm
        email={email}
        over={over}
        singleSignOn={singleSignOn}
        onSecondFactor={(asked, typed) => {
          setEmail(typed);
          show({ secondFactor: asked, email: typed }, false);
        }}
      />
    );
  }
  return (
    <Suspense>
      <SecondFactorStep
        asked={secondFactor}
        onBack={() => show({ email }, true)}
        onOver={() => show({ email, over: true }, true)}
      />
    </Suspense>
  );
}
