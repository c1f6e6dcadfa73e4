import { useState } from 'react';

const key = 'kinbridge.registration-logo';

interface KeptLogo {
  name: string;
  type: string;
  /** Absent if there was no room to store the picture. */
  base64?: string;
}

/** The chosen logo, which survives a reload of this tab if the browser's storage has room. */
export function useKeptLogo() {
  const [restored] = useState(readLogo);
  const [logo, setLogo] = useState(restored.logo);

  function choose(file: File | null) {
    setLogo(file);
    if (file) void keepLogo(file);
    else forgetLogo();
  }

  return { logo, choose, lost: restored.lost };
}

export function forgetLogo(): void {
  sessionStorage.removeItem(key);
}

async function keepLogo(file: File): Promise<void> {
  const kept: KeptLogo = { name: file.name, type: file.type };
  write(kept);
  const bytes = new Uint8Array(await file.arrayBuffer());
  write({ ...kept, base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) });
}

/** If it doesn't fit, the previous entry stays. */
function write(logo: KeptLogo): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(logo));
  } catch {
    // Storage is full or blocked. After a reload, the form then says that the logo was lost.
  }
}

function readLogo(): { logo: File | null; lost: boolean } {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptLogo | null;
    if (!kept) return { logo: null, lost: false };
    if (kept.base64 === undefined) return { logo: null, lost: true };
    const bytes = Uint8Array.from(atob(kept.base64), (char) => char.charCodeAt(0));
    return { logo: new File([bytes], kept.name, { type: kept.type }), lost: false };
  } catch {
    return { logo: null, lost: false };
  }
}
