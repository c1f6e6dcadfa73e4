/** The side of a logo in px: the server stores no more. */
export const logoSide = 512;

/** How a picture is placed in the logo's square. */
export interface LogoFrame {
  /** Fit shows the whole picture with space around it; crop fills the square. */
  mode: 'fit' | 'crop';
  /** For a cropped picture: 1 to 4 times the size that just fills the square. */
  zoom: number;
  /** For a cropped picture, which part shows: from 0 (left and top edge) to 1. */
  x: number;
  y: number;
}

export const wholeFrame: LogoFrame = { mode: 'fit', zoom: 1, x: 0.5, y: 0.5 };

export interface Size {
  width: number;
  height: number;
}

/** The picture's position and size in a square of this side. */
export function placeIn(side: number, { width, height }: Size, frame: LogoFrame) {
  const ratios = [side / width, side / height];
  const scale = frame.mode === 'fit' ? Math.min(...ratios) : Math.max(...ratios) * frame.zoom;
  const [x, y] = frame.mode === 'fit' ? [0.5, 0.5] : [frame.x, frame.y];
  const shown = { width: width * scale, height: height * scale };
  return { ...shown, left: (side - shown.width) * x, top: (side - shown.height) * y };
}

/** The frame after dragging the picture by some px in a square of this side. */
export function dragged(side: number, size: Size, frame: LogoFrame, by: { x: number; y: number }): LogoFrame {
  const { width, height } = placeIn(side, size, frame);
  const moved = (at: number, by: number, room: number) => (room < 1 ? at : Math.min(1, Math.max(0, at - by / room)));
  return { ...frame, x: moved(frame.x, by.x, width - side), y: moved(frame.y, by.y, height - side) };
}
