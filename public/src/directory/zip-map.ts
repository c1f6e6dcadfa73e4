import { type Html, html, type Part } from '../html.ts';
import { directoryTexts } from './directory.texts.ts';

const texts = directoryTexts.en;

export interface MapPoint {
  zipCode: string;
  latitude: number;
  longitude: number;
}

export interface ZipMap {
  /** Where the results are, with the number of them. */
  results: (MapPoint & { count: number })[];
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
export function zipMap({ results, around, you }: ZipMap): Part {
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
  const mark = you && youHtml(at(you));
  return html`<figure class="map"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${texts.mapText}">${dots}${mark}${found}</svg>
<figcaption class="hint">${texts.mapText}</figcaption></figure>`;
}

function youHtml({ x, y }: { x: number; y: number }): Html {
  return html`<g class="you"><path d="M${x} ${y - 22}l6 11-6 11-6-11z"/><text x="${x}" y="${y - 28}">${texts.you}</text></g>`;
}
