/** The scale of sizes, as Mantine's variables. Text is in rem, so that it follows the reader's own text size. */
export const fontSizes = {
  /** Labels, table headers, meta. */
  xs: '0.75rem',
  /** Body and controls. */
  sm: '0.8125rem',
  md: '0.875rem',
  /** Rows and menus on a phone, and legal text. */
  reading: '0.9375rem',
  lg: '1rem',
  /** Page titles. */
  xl: '1.25rem',
  '2xl': '1.5rem',
  '3xl': '1.75rem',
  '4xl': '2.25rem',
};

/** Chips sm, controls md, cards and dialogs lg. */
export const radius = { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' };

export const spacing = { '2xs': '4px', xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '28px' };
