import { useState } from 'react';

const key = 'kinbridge.registration-logo';

interface KeptLogo {
  name: string;
  type: string;
  /** Absent when there was no room to keep the picture itself. */
  base64?: string;
}

/** The chosen logo, kept through a reload of this tab where the browser's storage has room for it. */
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

/** What does not fit leaves the entry before it in place. */
function write(logo: KeptLogo): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(logo));
  } catch {
    // Storage is full or switched off. The form then says after a reload that the logo is gone.
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
