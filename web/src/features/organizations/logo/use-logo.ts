import { logoMaxBytes, logoTypes } from '@kinbridge/contract/organizations/organizations.contract';
import { useState } from 'react';
import { logoTexts } from '../organizations.texts.ts';
import { type LogoFrame, logoSide, placeIn, wholeFrame } from './logo-frame.ts';

interface ChosenLogo {
  name: string;
  picture: ImageBitmap;
}

/** A new logo: the chosen picture and its placement in the square. */
export function useLogo() {
  const [chosen, setChosen] = useState<ChosenLogo | null>(null);
  const [frame, setFrame] = useState<LogoFrame>(wholeFrame);
  const [problem, setProblem] = useState('');

  async function choose(file: File | null) {
    if (!file) return;
    const found = logoProblem(file);
    if (found) return setProblem(found);
    try {
      const picture = await createImageBitmap(file);
      setChosen({ name: file.name, picture });
      setFrame(wholeFrame);
      setProblem('');
    } catch {
      setProblem(logoTexts.unreadable);
    }
  }

  return {
    picture: chosen?.picture ?? null,
    frame,
    setFrame,
    problem,
    choose,
    clear: () => setChosen(null),
    toFile: () => (chosen ? asFile(chosen, frame) : Promise.resolve(null)),
  };
}

export type EditedLogo = ReturnType<typeof useLogo>;

export function logoProblem(file: File): string {
  if (!logoTypes.includes(file.type)) return logoTexts.wrongType;
  return file.size > logoMaxBytes ? logoTexts.tooLarge : '';
}

/** Draws the picture as it will be stored. */
export function drawLogo(canvas: HTMLCanvasElement, picture: ImageBitmap, frame: LogoFrame): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, width, height } = placeIn(canvas.width, picture, frame);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, width, height);
}

async function asFile({ name, picture }: ChosenLogo, frame: LogoFrame): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = logoSide;
  canvas.height = logoSide;
  drawLogo(canvas, picture, frame);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error(logoTexts.unreadable);
  return new File([blob], name.replace(/\.\w+$/, '.png'), { type: 'image/png' });
}
