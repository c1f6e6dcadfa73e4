import { useLocalStorage } from '@mantine/hooks';

/** Row heights in px, the same as in the table's style sheet. */
export const rowHeights = { comfortable: 38, compact: 28, narrow: 58 };

/** Whether lists show more, shorter rows. Remembered on this device. */
export function useCompactRows() {
  return useLocalStorage({ key: 'kinbridge.compact-rows', defaultValue: false, getInitialValueInEffect: false });
}
