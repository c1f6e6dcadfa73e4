/** The side of a logo, in px: the server keeps no more. */
export const logoSide = 512;

/** How a picture is put into the square of a logo. */
export interface LogoFrame {
  /** Fit shows the whole picture, with room around it; crop fills the square. */
  mode: 'fit' | 'crop';
  /** Of a cropped picture: 1 to 4 times the least that fills the square. */
  zoom: number;
  /** Which part of a cropped picture: from 0, its left and upper edge, to 1. */
  x: number;
  y: number;
}

export const wholeFrame: LogoFrame = { mode: 'fit', zoom: 1, x: 0.5, y: 0.5 };

export interface Size {
  width: number;
  height: number;
}

/** Where the picture stands in a square of this side, and how large. */
export function placeIn(side: number, { width, height }: Size, frame: LogoFrame) {
  const ratios = [side / width, side / height];
  const scale = frame.mode === 'fit' ? Math.min(...ratios) : Math.max(...ratios) * frame.zoom;
  const [x, y] = frame.mode === 'fit' ? [0.5, 0.5] : [frame.x, frame.y];
  const shown = { width: width * scale, height: height * scale };
  return { ...shown, left: (side - shown.width) * x, top: (side - shown.height) * y };
}

/** The frame after the picture was dragged by so many px within a square of this side. */
export function dragged(side: number, size: Size, frame: LogoFrame, dx: number, dy: number): LogoFrame {
  const { width, height } = placeIn(side, size, frame);
  const moved = (at: number, by: number, room: number) => (room < 1 ? at : Math.min(1, Math.max(0, at - by / room)));
  return { ...frame, x: moved(frame.x, dx, width - side), y: moved(frame.y, dy, height - side) };
}
