const mac = /mac|iphone|ipad/i.test(navigator.platform);

/** The palette's keys, as this machine's keyboard labels them. */
export const paletteKeys = mac ? '⌘ K' : 'Ctrl K';

export interface Shortcut {
  keys: string;
  does: string;
  /** A single key; such shortcuts can be turned off. */
  single: boolean;
}

export const shortcuts: Shortcut[] = [
  { keys: paletteKeys, does: 'Find members, requests, forms, pages and actions', single: false },
  { keys: '/', does: 'Search the list', single: true },
  { keys: 'N', does: 'New Member Referral, on the boards', single: true },
  { keys: '↑ ↓', does: 'Move between rows, or between tickets in an open ticket', single: false },
  { keys: 'Space', does: 'Select a row; with Shift, a range of rows', single: false },
  { keys: 'Enter', does: 'Open the ticket of a row', single: false },
  { keys: 'Esc', does: 'Close a dialog or menu', single: false },
  { keys: '?', does: 'Show this list', single: true },
];
