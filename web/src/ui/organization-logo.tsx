import { useState } from 'react';
import classes from './organization-logo.module.css';

interface OrganizationLogoProps {
  organization: { id: number; name: string; imageFilename: string | null };
  size: number;
}

/** The logo, or a tile with initials if there is none or it can't be read. It is next to the name, so it needs no alt text. */
export function OrganizationLogo({ organization, size }: OrganizationLogoProps) {
  const { id, name, imageFilename } = organization;
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const src = imageFilename && `/v1/organizations/${id}/image?v=${encodeURIComponent(imageFilename)}`;
  if (src && src !== unreadable) {
    return (
      <img className={classes.logo} src={src} alt="" width={size} height={size} onError={() => setUnreadable(src)} />
    );
  }
  return (
    <span className={classes.tile} style={{ fontSize: size * 0.42, height: size, width: size }} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}
