import { useMediaQuery } from '@mantine/hooks';
import { breakpoints } from './breakpoints.ts';

/** Whether the phone layout is shown, right from the first render. */
export function usePhone(): boolean {
  return useMediaQuery(breakpoints.phone, undefined, { getInitialValueInEffect: false });
}
