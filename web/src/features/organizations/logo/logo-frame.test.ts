import { describe, expect, it } from 'vitest';
import { dragged, type LogoFrame, placeIn, wholeFrame } from './logo-frame.ts';

const wide = { width: 400, height: 200 };
const crop: LogoFrame = { mode: 'crop', zoom: 1, x: 0.5, y: 0.5 };

describe('logo frame', () => {
  it.each([
    [wide, wholeFrame, { width: 100, height: 50, left: 0, top: 25 }],
    [{ width: 20, height: 40 }, wholeFrame, { width: 50, height: 100, left: 25, top: 0 }],
    [wide, crop, { width: 200, height: 100, left: -50, top: 0 }],
    [wide, { ...crop, x: 0 }, { width: 200, height: 100, left: 0, top: 0 }],
    [wide, { ...crop, x: 1, zoom: 2, y: 0 }, { width: 400, height: 200, left: -300, top: 0 }],
  ])('places %j with %j', (size, frame, place) => {
    const { left, top, ...shown } = placeIn(100, size, frame);
    expect({ ...shown, left: left + 0, top: top + 0 }).toEqual(place);
  });

  it.each([
    [10, 0, { x: 0.4, y: 0.5 }],
    [-10, 50, { x: 0.6, y: 0.5 }],
    [500, 0, { x: 0, y: 0.5 }],
    [-500, 0, { x: 1, y: 0.5 }],
  ])('follows a drag by %d and %d, up to the edge of the picture', (dx, dy, at) => {
    expect(dragged(100, wide, crop, { x: dx, y: dy })).toEqual({ ...crop, ...at });
  });
});
