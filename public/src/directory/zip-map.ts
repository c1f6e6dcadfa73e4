import { type Html, html, type Part } from '../html.ts';
import type { DirectoryTexts } from './directory.en.ts';

export interface MapPoint {
  zipCode: string;
  latitude: number;
  longitude: number;
}

export interface ZipMap {
  /** Where the results are, with the number of them and the name of the place, if it is known. */
  results: (MapPoint & { count: number; city: string | null })[];
  /** Other ZIP codes around, as the background. */
  around: MapPoint[];
  you: MapPoint | null;
}

export interface MapBox {
  south: number;
  north: number;
  west: number;
  east: number;
}

const [width, height, margin] = [480, 360, 24];
/** A degree of longitude is shorter than one of latitude, the more so the farther north. */
const stretch = (latitude: number) => 1 / Math.max(0.2, Math.cos((latitude * Math.PI) / 180));

/** The part of the map that shows these points, at least some miles wide, in the proportions of the picture. */
export function boxAround(points: MapPoint[]): MapBox | null {
  if (points.length === 0) return null;
  const latitudes = points.map(({ latitude }) => latitude);
  const longitudes = points.map(({ longitude }) => longitude);
  const [south, north, west, east] = [
    Math.min(...latitudes),
    Math.max(...latitudes),
    Math.min(...longitudes),
    Math.max(...longitudes),
  ];
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const tall = Math.max(north - south, (east - west) / stretch(middle.latitude) / (width / height), 0.12) * 1.1;
  const wide = tall * (width / height) * stretch(middle.latitude);
  return {
    south: middle.latitude - tall / 2,
    north: middle.latitude + tall / 2,
    west: middle.longitude - wide / 2,
    east: middle.longitude + wide / 2,
  };
}

/** The map as a picture. Screen readers are told that the list has the same. */
export function zipMap({ results, around, you }: ZipMap, texts: DirectoryTexts): Part {
  const box = boxAround([...results, ...(you ? [you] : [])]);
  if (!box) return null;
  const at = ({ latitude, longitude }: MapPoint) => ({
    x: Math.round(margin + ((longitude - box.west) / (box.east - box.west)) * (width - 2 * margin)),
    y: Math.round(margin + ((box.north - latitude) / (box.north - box.south)) * (height - 2 * margin)),
  });
  const dots = around.map((point) => {
    const { x, y } = at(point);
    return html`<circle class="around" cx="${x}" cy="${y}" r="3"/>`;
  });
  const found = results.map((point) => {
    const { x, y } = at(point);
    const radius = Math.min(10 + 2 * Math.sqrt(point.count), 20);
    return html`<g class="found" data-zip="${point.zipCode}"><circle cx="${x}" cy="${y}" r="${radius.toFixed(1)}"/><text x="${x}" y="${y + 4}">${point.count}</text></g>`;
  });
  const mark = you && youHtml(at(you), texts.you);
  const named = results.toSorted((a, b) => b.count - a.count);
  // Places without services have no name here but their ZIP code.
  const names = namesOf([...named, ...around].map((point) => ({ name: nameOf(point), ...at(point) })));
  return html`<figure class="map"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${texts.mapText}">${dots}${mark}${found}${names}</svg>
<figcaption class="hint">${texts.mapText}</figcaption></figure>`;
}

function nameOf(point: MapPoint & { city?: string | null }): string {
  return point.city ?? point.zipCode;
}

function youHtml({ x, y }: { x: number; y: number }, name: string): Html {
  return html`<g class="you"><path d="M${x} ${y - 22}l6 11-6 11-6-11z"/><text x="${x}" y="${y - 28}">${name}</text></g>`;
}

interface Spot {
  name: string;
  x: number;
  y: number;
}

const letterWidth = 8;
const lineHeight = 18;
const mostNames = 16;

/** Each name once, below its first spot or above it; names that would cover an earlier one are left out. */
function namesOf(spots: Spot[]): Html[] {
  const placed: { name: string; left: number; right: number; line: number }[] = [];
  for (const { name, x, y } of spots) {
    if (placed.length === mostNames) break;
    if (placed.some((other) => other.name === name)) continue;
    const half = (name.length * letterWidth) / 2;
    const middle = Math.min(Math.max(x, half), width - half);
    const [left, right] = [middle - half, middle + half];
    const isFree = (line: number) =>
      !placed.some((other) => left < other.right && right > other.left && Math.abs(line - other.line) < lineHeight);
    const line = [y + 34, y - 22].find((one) => one > lineHeight && one < height && isFree(one));
    if (line !== undefined) placed.push({ name, left, right, line });
  }
  return placed.map(
    ({ name, left, right, line }) =>
      html`<text class="place" x="${Math.round((left + right) / 2)}" y="${line}">${name}</text>`,
  );
}
