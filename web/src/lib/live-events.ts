import { recentEventsMs } from '@kinbridge/contract/messages/live-events';
import { ApiError, answerTo } from './api.ts';
import { pauseUntilOnline } from './connection.ts';
import { readEvents } from './event-stream.ts';
import { readSession } from './session.ts';

/** What the server tells about; `resync` says that something may have been missed. */
export interface LiveEvent {
  event: string;
  data: { id?: number; serviceRequestId?: number | null; status?: string; version?: number };
}

/** Events that come within this time are told together: moving many requests is one piece of news. */
const gatherMs = 150;
/** While events keep coming, as they do for a mass message, they are told no more often than this. */
const restMs = 1000;
const pollMs = 10_000;
const firstRetryMs = 1000;
const longestRetryMs = 30_000;
/** The server says something every 15 seconds. */
const silenceMs = 40_000;

/**
 * Hears what changed in the own organization until the signal ends it. One tab of the browser holds the
 * stream and passes on what it hears; when it closes, the next one takes over. While no stream is open
 * everything is asked for again every ten seconds, and nobody is bothered with it.
 */
export function listenToLiveEvents(onEvents: (events: LiveEvent[]) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(`kinbridge.live.${readSession()?.userId ?? 0}`);
  const gather = gatherer(onEvents, signal);
  let heardAt = 0;

  const hear = (message: LiveEvent | 'alive') => {
    heardAt = Date.now();
    if (message !== 'alive') gather(message);
  };
  channel.onmessage = ({ data }: MessageEvent<LiveEvent | 'alive'>) => hear(data);
  const poll = setInterval(() => {
    if (Date.now() - heardAt > silenceMs && !document.hidden) gather({ event: 'resync', data: {} });
  }, pollMs);
  signal.addEventListener('abort', () => {
    clearInterval(poll);
    channel.close();
  });

  const tell = (message: LiveEvent | 'alive') => {
    hear(message);
    channel.postMessage(message);
  };
  const lost = () => {
    heardAt = 0;
  };
  void asTheOnlyTab(signal, () => keepStreamOpen(tell, lost, signal));
}

/** Runs when no other tab does. A page without TLS has no locks; there every tab listens for itself. */
async function asTheOnlyTab(signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return run();
  await navigator.locks.request('kinbridge.live', { signal }, run).catch(() => undefined);
}

async function keepStreamOpen(
  tell: (message: LiveEvent | 'alive') => void,
  lost: () => void,
  signal: AbortSignal,
): Promise<void> {
  let wait = firstRetryMs;
  while (!signal.aborted) {
    const opened = Date.now();
    try {
      await readStream(tell, signal);
    } catch (error) {
      // Whoever may not listen will not be allowed to in a second either.
      if (error instanceof ApiError && error.status === 403) wait = longestRetryMs;
    }
    lost();
    if (Date.now() - opened > longestRetryMs) wait = firstRetryMs;
    // Not all at the same moment after the server was away.
    await pauseUntilOnline(wait * (0.75 + Math.random() / 2), signal);
    wait = Math.min(wait * 2, longestRetryMs);
  }
}

async function readStream(tell: (message: LiveEvent | 'alive') => void, signal: AbortSignal): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const response = await answerTo('GET /v1/events', { signal: AbortSignal.any([signal, silence.signal]) });
    // The stream starts with recent events. A page that is older than those may have missed something.
    const age = Date.now() - performance.timeOrigin;
    tell(age < recentEventsMs ? 'alive' : { event: 'resync', data: {} });
    for await (const heard of readEvents(response)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
      if (heard === null) tell('alive');
      else tell({ event: heard.event, data: JSON.parse(heard.data || '{}') });
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Collects what comes close together and tells it once. */
function gatherer(onEvents: (events: LiveEvent[]) => void, signal: AbortSignal): (event: LiveEvent) => void {
  let gathered: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let toldAt = 0;
  signal.addEventListener('abort', () => clearTimeout(timer));
  return (event) => {
    gathered.push(event);
    timer ??= setTimeout(
      () => {
        timer = undefined;
        toldAt = Date.now();
        const told = gathered;
        gathered = [];
        onEvents(told);
      },
      Math.max(gatherMs, toldAt + restMs - Date.now()),
    );
  };
}
