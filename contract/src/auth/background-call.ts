/** Sent with any value by calls that nobody asked for, such as a screen that refreshes: they don't count as use. */
export const backgroundHeader = 'kinbridge-background';
