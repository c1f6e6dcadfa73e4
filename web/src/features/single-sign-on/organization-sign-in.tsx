import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../lib/api.ts';
import { organizationNameQuery } from './sign-in.api.ts';
import { PasswordLink, SignInNotice } from './sign-in-notice.tsx';
import { signInTexts as texts } from './single-sign-on.texts.ts';
import { SingleSignOnButton } from './single-sign-on-offer.tsx';

/** An organization's own sign-in page. */
export function OrganizationSignIn({ slug }: { slug: string }) {
  const { data, error, isFetching, refetch } = useQuery(organizationNameQuery(slug));
  if (data) {
    return (
      <SignInNotice title={texts.title(data.name)} text={texts.lead}>
        <SingleSignOnButton slug={slug} />
        <PasswordLink />
      </SignInNotice>
    );
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <SignInNotice title={texts.unknownTitle} text={texts.unknown}>
        <PasswordLink />
      </SignInNotice>
    );
  }
  if (error) {
    return (
      <SignInNotice title={texts.failedTitle} text={error.message}>
        <Button size="md" fullWidth loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </SignInNotice>
    );
  }
  return <Loader aria-label={texts.loading} />;
}
