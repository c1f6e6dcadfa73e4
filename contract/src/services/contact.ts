import type { Service } from './services.contract.ts';

/** How to reach a service: its own phone number, website and address, or else its organization's. */
export type Contact = Service['contact'];

/** The address as people write it; empty without one. */
export function addressLines({ addressLine1, addressLine2, city, state, zipCode }: Contact): string[] {
  const region = [state, zipCode].filter(Boolean).join(' ');
  const lines = [addressLine1, addressLine2, [city, region].filter(Boolean).join(', ')];
  return lines.filter((line) => line !== null && line !== '') as string[];
}

/** A website's address without its scheme. */
export function shortWebsite(website: string): string {
  return website.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
