/** After how long an organization may log its unused sessions off. */
export const minIdleMinutes = 5;
export const maxIdleMinutes = 480;
