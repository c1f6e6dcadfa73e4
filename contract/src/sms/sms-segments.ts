/** Specification §9: staff texts have at most 300 characters. */
export const smsMaxCharacters = 300;

const gsmBasic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const gsmExtended = '^{}\\[~]|€';

export interface SmsSegments {
  /** How many SMS the network sends; each is billed. */
  segments: number;
  characters: number;
  encoding: 'GSM-7' | 'UCS-2';
}

/** Counts like the network: 160 or 70 characters alone, 153 or 67 each when joined. */
export function countSmsSegments(text: string): SmsSegments {
  const characters = [...text].length;
  let units = 0;
  for (const char of text) {
    if (gsmBasic.includes(char)) units += 1;
    else if (gsmExtended.includes(char)) units += 2;
    else return { ...joined(text.length, 70, 67), characters, encoding: 'UCS-2' };
  }
  return { ...joined(units, 160, 153), characters, encoding: 'GSM-7' };
}

function joined(units: number, single: number, part: number): { segments: number } {
  return { segments: units === 0 ? 0 : units <= single ? 1 : Math.ceil(units / part) };
}
