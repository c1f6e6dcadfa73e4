import { Kbd, Switch } from '@mantine/core';
import { useSingleKeyShortcuts } from '../../lib/single-key.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { shortcuts } from './shortcuts.ts';
import classes from './shortcuts-dialog.module.css';

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [singleKeys, setSingleKeys] = useSingleKeyShortcuts();
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts">
      <dl className="m-0">
        {shortcuts.map(({ keys, does, single }) => (
          <div key={keys} className={classes.row} data-off={(single && !singleKeys) || undefined}>
            <dt>
              <Kbd>{keys}</Kbd>
            </dt>
            <dd className="m-0">{does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        className="m-0 mb-lg mt-md"
        label="Single-key shortcuts"
        description="Turn them off if they get in the way, for example of speech input. The palette can always open this list."
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
