/** Specification §9: services are searched within 10 miles. */
export const defaultRadiusMiles = 10;
