import { Button } from '@mantine/core';
import { CopiedValue } from '../../ui/fields/copied-value.tsx';
import { notifyError } from '../../ui/notices/notices.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { useCreateScimToken } from './scim.api.ts';
import classes from './scim.module.css';
import { scimTexts as texts } from './scim.texts.ts';
import { ScimTokens } from './scim-tokens.tsx';

/** Connects the organization's directory. */
export function ScimCard({ organizationId }: { organizationId: number }) {
  const create = useCreateScimToken(organizationId, ({ message }) => notifyError(`${texts.createFailed} ${message}`));
  return (
    <SectionCard
      title={texts.title}
      action={
        <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
          {texts.create}
        </Button>
      }
    >
      <div className={classes.body}>
        <p className={classes.hint}>{texts.hint}</p>
        <div className={classes.values}>
          <CopiedValue label={texts.address} value={`${window.location.origin}/scim/v2`} />
          <div role="status">
            {create.data && (
              <div className={classes.newToken}>
                <CopiedValue label={texts.newToken} description={texts.newTokenHint} value={create.data.token} />
                <Button variant="subtle" onClick={() => create.reset()}>
                  {texts.done}
                </Button>
              </div>
            )}
          </div>
        </div>
        <ScimTokens organizationId={organizationId} />
      </div>
    </SectionCard>
  );
}
