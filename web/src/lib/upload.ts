import type { CallName, Calls } from '@kinbridge/contract/calls';
import type { CallOutput, CallOutputLater } from '@kinbridge/contract/shared/call';
import type { ErrorBody } from '@kinbridge/contract/shared/errors';
import { ApiError, fillPath, networkFailure, refreshSession, sessionHeaders } from './api.ts';

interface Upload {
  params: Record<string, string | number>;
  /** The name of the multipart field for the file. */
  part: string;
  file: File;
  idempotencyKey: string;
  signal: AbortSignal;
  /** How many bytes of the file have been sent. */
  onProgress: (sent: number) => void;
}

/** Uploads a file with progress, which fetch can't report. */
export async function uploadFile<K extends CallName>(
  name: K,
  upload: Upload,
): Promise<CallOutput<Calls[K]> | CallOutputLater<Calls[K]>> {
  const [method = '', path = ''] = name.split(' ');
  const address = fillPath(path, upload);
  let answer = await send(method, address, upload);
  if (answer.status === 401 && (await refreshSession())) answer = await send(method, address, upload);
  if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.text) as CallOutput<Calls[K]>;
  throw new ApiError(answer.status, errorOf(answer.text));
}

function send(method: string, address: string, upload: Upload): Promise<{ status: number; text: string }> {
  const { part, file, idempotencyKey, signal, onProgress } = upload;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [header, value] of Object.entries(sessionHeaders())) request.setRequestHeader(header, value);
    request.setRequestHeader('idempotency-key', idempotencyKey);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? (loaded / total) * file.size : 0);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new ApiError(0, networkFailure));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) return reject(signal.reason);
    const form = new FormData();
    form.set(part, file);
    request.send(form);
  });
}

function errorOf(text: string): ErrorBody {
  try {
    const body = JSON.parse(text) as ErrorBody;
    if (typeof body.message === 'string') return body;
  } catch {
    // A proxy may answer without our error format.
  }
  return { code: 'internal', message: 'Something went wrong. Please try again later', requestId: '' };
}
