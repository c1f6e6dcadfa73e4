import { Button, Text } from '@mantine/core';
import { readLink } from '../../lib/sign-in/opened-link.ts';
import { useSignInPage } from './sign-in.api.ts';
import { signInTexts as texts } from './single-sign-on.texts.ts';

export interface SingleSignOnOfferProps {
  email: string;
  /** Known if their organization allows nothing else. */
  slug: string | undefined;
}

/** Leads people to their organization's own sign-in page. Shows nothing to everyone else. */
export function SingleSignOnOffer({ email, slug }: SingleSignOnOfferProps) {
  return slug === undefined ? <OfferByDomain email={email} /> : <SingleSignOnButton slug={slug} variant="default" />;
}

/** For people of a domain that their organization has proven. */
function OfferByDomain({ email }: { email: string }) {
  const { data } = useSignInPage(email);
  if (!data?.slug) return null;
  return (
    <div className="gap-xs mt-md grid" role="status">
      <Text size="md">{texts.offered(data.organization ?? '')}</Text>
      <SingleSignOnButton slug={data.slug} variant="default" />
    </div>
  );
}

export function SingleSignOnButton({ slug, variant = 'filled' }: { slug: string; variant?: 'filled' | 'default' }) {
  return (
    <Button component="a" href={startUrl(slug)} variant={variant} size="md" fullWidth>
      {texts.continue}
    </Button>
  );
}

/** Leads to the provider, and from there to the link that the person opened. */
function startUrl(slug: string): string {
  const returnPath = readLink();
  const query = returnPath === null ? '' : `?${new URLSearchParams({ returnPath })}`;
  return `/v1/auth/sso/${encodeURIComponent(slug)}${query}`;
}
