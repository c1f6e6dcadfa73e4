import { readSession } from './session.ts';

/** What this browser remembers of being one of a person's devices, so that it is one again after the next sign-in. */
interface PushDevice {
  userId: number;
  id: number;
  endpoint: string;
}

interface Remembered extends PushDevice {
  /** The device belongs to it, and goes with it. */
  sessionId: string;
}

const key = 'kinbridge.push-device';

export function rememberDevice(device: PushDevice): void {
  localStorage.setItem(key, JSON.stringify({ ...device, sessionId: sessionId() } satisfies Remembered));
}

/** The device that this browser is in this session; null if it isn't, or not yet again. */
export function rememberedDevice(userId: number): (PushDevice & { isCurrent: boolean }) | null {
  const device = JSON.parse(localStorage.getItem(key) ?? 'null') as Remembered | null;
  return device?.userId === userId ? { ...device, isCurrent: device.sessionId === sessionId() } : null;
}

export function forgetDevice(id: number): void {
  const device = JSON.parse(localStorage.getItem(key) ?? 'null') as Remembered | null;
  if (device?.id === id) localStorage.removeItem(key);
}

function sessionId(): string {
  const claims = (readSession()?.idToken ?? '').split('.')[1] ?? '';
  return JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))).sid;
}
