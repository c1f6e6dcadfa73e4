import type { MantineColorsTuple } from '@mantine/core';

/** One brand color, a warm neutral, and colors that are only used for a status. */
export const colors = {
  /** Brand: you can act here, or this is yours. */
  teal: tuple('#eef7f5 #d7ece8 #aedad3 #7fc3ba #51a89e #2e8f86 #187870 #0f635d #0b504c #083c3a'),
  /** Warm neutral; also Cancelled and Terminated. */
  gray: tuple('#faf9f7 #f4f2ee #e9e6e0 #dcd8d0 #c5c0b6 #767066 #67625a #544f48 #3a3631 #221f1b'),
  dark: tuple('#e4e1db #c6c2ba #a6a198 #958f86 #46433e #35332f #282623 #1e1d1b #161513 #0f0e0d'),
  /** Requested. */
  slate: tuple('#f3f5f7 #e6eaee #cfd6de #aab6c3 #8493a5 #66778b #526275 #435162 #35414f #27303b'),
  /** Open. */
  blue: tuple('#eef5fd #dbe9fb #b9d4f6 #8ab7ee #5a97e2 #377bd3 #2463b8 #1c5199 #184379 #13325a'),
  /** In Progress. */
  indigo: tuple('#f2f2fd #e5e5fb #cccdf6 #aaabef #8587e4 #686ad6 #5452c0 #4542a2 #383682 #2a2962'),
  /** Pending. */
  amber: tuple('#fdf6e7 #fbeac8 #f6d592 #edba57 #dc9d2c #be7f14 #9a630c #7d4f0b #633f0c #492f0b'),
  /** Completed and Active. */
  green: tuple('#eef8ee #daf0db #b5e0b8 #86ca8d #58af63 #3a9347 #2a7837 #22622d #1c4f26 #153b1c'),
  /** Needs attention: an error, a destructive action, more than 48 hours. */
  red: tuple('#fdf2ef #fbe3dd #f5c5ba #ec9d8c #df735d #cd5039 #b43c27 #982f1d #7b2818 #5c1f14'),
};

export const chipColors = ['slate', 'blue', 'indigo', 'amber', 'green', 'gray'] as const;

function tuple(shades: string): MantineColorsTuple {
  return shades.split(' ') as unknown as MantineColorsTuple;
}
