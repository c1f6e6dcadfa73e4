import { useMediaQuery } from '@mantine/hooks';
import { breakpoints } from './breakpoints.ts';

/** Whether the screen is a tablet's or a phone's, right from the first render. */
export function useTablet(): boolean {
  return useMediaQuery(breakpoints.tablet, undefined, { getInitialValueInEffect: false });
}
