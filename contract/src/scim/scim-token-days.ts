/** How long a directory's token lasts, in days. */
export const defaultTokenDays = 365;
export const maxTokenDays = 730;
