import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { IconLockCheck } from '../../ui/icons/later-icons.ts';
import { SlideHeading } from '../../ui/slides/slides.tsx';
import classes from './notice.module.css';
import { resetTexts } from './reset.texts.ts';

/** The last slide of the password reset. */
export function ResetDone() {
  return (
    <>
      <div className={classes.icon}>
        <IconLockCheck size={28} aria-hidden="true" />
      </div>
      <SlideHeading lead={resetTexts.done}>{resetTexts.doneTitle}</SlideHeading>
      <Button component={Link} to="/login" size="md" fullWidth>
        Back to login
      </Button>
    </>
  );
}
