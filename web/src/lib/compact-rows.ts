import { useLocalStorage } from '@mantine/hooks';

/** The height of a row in px, as the table's style has it. */
export const rowHeights = { comfortable: 38, compact: 28, narrow: 58 };

/** Whether lists show more, lower rows. Remembered on this device. */
export function useCompactRows() {
  return useLocalStorage({ key: 'kinbridge.compact-rows', defaultValue: false, getInitialValueInEffect: false });
}
