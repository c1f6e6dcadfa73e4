/**
 * The screens that layouts tell apart. Style sheets name them too: `@media (--phone)`. In em, so that a screen with
 * large text counts as a smaller one.
 */
export const breakpoints = {
  tiny: '(max-width: 24em)',
  'small-phone': '(max-width: 29.99em)',
  /** One column of fields. */
  narrow: '(max-width: 37.49em)',
  'above-narrow': '(min-width: 37.5em)',
  /** The portal's phone layout. */
  phone: '(max-width: 47.99em)',
  'above-phone': '(min-width: 48em)',
  tablet: '(max-width: 63.99em)',
  'above-tablet': '(min-width: 64em)',
  laptop: '(max-width: 74.99em)',
  /** Too short for bars that stay in place: the whole page scrolls. */
  short: '(max-height: 37.49em)',
  'above-short': '(min-height: 37.5em)',
  'very-short': '(max-height: 30em)',
};
