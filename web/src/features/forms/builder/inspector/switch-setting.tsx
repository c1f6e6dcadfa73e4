import { Switch } from '@mantine/core';
import classes from './inspector.module.css';

/** A setting that is on or off. */
export function SwitchSetting(props: { label: string; checked: boolean; onChange: (on: boolean) => void }) {
  return (
    <Switch
      className={classes.switch}
      labelPosition="left"
      label={props.label}
      checked={props.checked}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}
