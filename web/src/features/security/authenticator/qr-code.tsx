import { encode } from 'uqr';
import classes from './authenticator.module.css';

/** A QR code. Dark on white in both color schemes, because not every camera reads it inverted. */
export function QrCode({ text, label }: { text: string; label: string }) {
  // Quiet space of four modules, as the standard asks for.
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className={`round-md block ${classes.qrCode}`} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
