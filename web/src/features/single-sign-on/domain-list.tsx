import type { SignInDomain } from '@kinbridge/contract/single-sign-on/single-sign-on.contract';
import { Badge, Button, Text, Title } from '@mantine/core';
import { useIsWaiting } from '../../lib/queries/use-is-waiting.ts';
import { CopiedValue } from '../../ui/fields/copied-value.tsx';
import { notifyError, notifySuccess } from '../../ui/notices/notices.tsx';
import { useCheckDomain } from './single-sign-on.api.ts';
import classes from './single-sign-on.module.css';
import { settingsTexts as texts } from './single-sign-on.texts.ts';

/** The email domains, each with the DNS record that proves it. */
export function DomainList({ organizationId, domains }: { organizationId: number; domains: SignInDomain[] }) {
  return (
    <section aria-label={texts.domains}>
      <Title order={3}>{texts.domains}</Title>
      <Text c="dimmed" fz="sm">
        {domains.length === 0 ? texts.noDomains : texts.domainsHint}
      </Text>
      <ul className="list gap-md mt-sm grid measure">
        {domains.map((one) => (
          <li key={one.domain}>
            <Domain organizationId={organizationId} domain={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Domain({
  organizationId,
  domain: { domain, proven, txtRecord },
}: {
  organizationId: number;
  domain: SignInDomain;
}) {
  const check = useCheckDomain(organizationId);
  const isWaiting = useIsWaiting();

  function checkNow() {
    check.mutate(domain, {
      onSuccess: (domains) => {
        if (domains.find((one) => one.domain === domain)?.proven) notifySuccess(texts.provenNow(domain));
        else notifyError(texts.notFound(domain));
      },
      onError: ({ message }) => notifyError(`${texts.checkFailed} ${message}`),
    });
  }

  return (
    <>
      <div className={`gap-xs mb-xs row wrap anywhere ${classes.domain}`}>
        <Text fw={600}>{domain}</Text>
        <Badge variant="light" tt="none" color={proven ? 'green' : 'gray'}>
          {proven ? texts.proven : texts.notProven}
        </Badge>
        {!proven && (
          <Button
            variant="default"
            aria-label={texts.checkDomain(domain)}
            loading={check.isPending}
            disabled={isWaiting}
            onClick={checkNow}
          >
            {texts.check}
          </Button>
        )}
      </div>
      {!proven && <CopiedValue label={texts.txtRecord(domain)} value={txtRecord} />}
    </>
  );
}
