import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '../icons/first-icons.ts';

/** The request id of a failure, with a copy button. */
export function Reference({ id }: { id: string }) {
  return (
    <div className="row gap-2xs text-xs dimmed mt-sm">
      Reference {id}
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <ActionIcon
            size={24}
            title="Copy reference"
            aria-label={copied ? 'Reference copied' : 'Copy reference'}
            onClick={copy}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  );
}
