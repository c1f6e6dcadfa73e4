import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import classes from './frame.module.css';

export function Notices() {
  return <Notifications position="bottom-center" autoClose={5000} className={classes.notices} containerWidth={500} />;
}
