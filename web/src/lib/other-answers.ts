import type { CallName, Calls } from '@kinbridge/contract/calls';
import type { CallOutputLater } from '@kinbridge/contract/shared/call';
import { type Arguments, answerTo } from './api.ts';

/** A call whose work continues after the response, which says where to ask for progress. */
export async function callLater<K extends CallName>(
  name: K,
  ...[input]: Arguments<K>
): Promise<CallOutputLater<Calls[K]>> {
  const response = await answerTo(name, ...([{ ...input, later: true }] as unknown as Arguments<K>));
  return (await response.json()) as CallOutputLater<Calls[K]>;
}

/** A call that returns a file. */
export async function download<K extends CallName>(name: K, ...input: Arguments<K>): Promise<Blob> {
  return (await answerTo(name, ...input)).blob();
}

/** A call that returns a file with the server's name for it, or else with this one. */
export async function downloadNamed<K extends CallName>(other: string, name: K, ...input: Arguments<K>): Promise<File> {
  const response = await answerTo(name, ...input);
  const given = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return new File([await response.blob()], given ? decodeURIComponent(given) : other);
}
