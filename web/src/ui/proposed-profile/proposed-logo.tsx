import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type LogoReader, proposedLogoQuery } from '../../lib/queries/proposed-logo.query.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import classes from './proposed-logo.module.css';

interface ProposedLogoProps {
  reader: LogoReader;
  organizationId: number;
  proposalId: number;
  size: number;
}

/** A logo that waits for an operator. It isn't public, so it is fetched with the session. */
export function ProposedLogo({ reader, organizationId, proposalId, size }: ProposedLogoProps) {
  const { data, error, isFetching, refetch } = useQuery(proposedLogoQuery(reader, organizationId, proposalId));
  const address = useObjectUrl(data);
  if (address) return <img className={classes.logo} src={address} alt="Proposed logo" width={size} height={size} />;
  if (!error) return <Skeleton height={size} width={size} radius="sm" aria-busy="true" />;
  return (
    <span className="column items-start gap-6 regular">
      We couldn't load the logo.
      <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </span>
  );
}
