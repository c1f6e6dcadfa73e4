import { recentEventsMs } from '@kinbridge/contract/events/live-events';
import { ApiError, answerTo } from '../api.ts';
import { pauseUntilOnline } from '../connection.ts';
import { readSession } from '../session.ts';
import { readEvents } from './event-stream.ts';

/** The streams: staff hear of their organization, operators of what concerns them. */
type LiveStream = 'GET /v1/events' | 'GET /v1/operator/events';

/** A live update; `resync` means that some may have been missed. */
export interface LiveEvent {
  event: string;
  data: {
    id?: number;
    serviceRequestId?: number | null;
    status?: string;
    version?: number;
    erased?: boolean;
    total?: number;
  };
}

/** Events within this time are delivered together: a bulk move is one update. */
const batchMs = 150;
/** The shortest time between deliveries while events keep coming, for example during a mass message. */
const minGapMs = 1000;
const pollMs = 10_000;
const firstRetryMs = 1000;
const maxRetryMs = 30_000;
/** The server sends something every 15 seconds. */
const silenceMs = 40_000;

/**
 * Listens for changes that concern the user until the signal aborts. One tab holds the stream and broadcasts its
 * events; when it closes, another takes over. Without a stream, everything is refetched every ten seconds, silently.
 */
export function listenToLiveEvents(
  stream: LiveStream,
  onEvents: (events: LiveEvent[]) => void,
  signal: AbortSignal,
): void {
  const channel = new BroadcastChannel(`kinbridge.live.${readSession()?.userId ?? 0}`);
  const add = createBatcher(onEvents, signal);
  let heardAt = 0;

  const hear = (message: LiveEvent | 'alive') => {
    heardAt = Date.now();
    if (message !== 'alive') add(message);
  };
  channel.onmessage = ({ data }: MessageEvent<LiveEvent | 'alive'>) => hear(data);
  const poll = setInterval(() => {
    if (Date.now() - heardAt > silenceMs && !document.hidden) add({ event: 'resync', data: {} });
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
  void asOnlyTab(signal, () => keepStreamOpen(stream, tell, lost, signal));
}

/** Runs once no other tab does. Pages without TLS have no locks, so there every tab has its own stream. */
async function asOnlyTab(signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return run();
  await navigator.locks.request('kinbridge.live', { signal }, run).catch(() => undefined);
}

async function keepStreamOpen(
  stream: LiveStream,
  tell: (message: LiveEvent | 'alive') => void,
  lost: () => void,
  signal: AbortSignal,
): Promise<void> {
  let wait = firstRetryMs;
  while (!signal.aborted) {
    const opened = Date.now();
    try {
      await readStream(stream, tell, signal);
    } catch (error) {
      // Access won't change within a second, so wait longer.
      if (error instanceof ApiError && error.status === 403) wait = maxRetryMs;
    }
    lost();
    if (Date.now() - opened > maxRetryMs) wait = firstRetryMs;
    // Spread the reconnects after an outage.
    await pauseUntilOnline(wait * (0.75 + Math.random() / 2), signal);
    wait = Math.min(wait * 2, maxRetryMs);
  }
}

async function readStream(
  stream: LiveStream,
  tell: (message: LiveEvent | 'alive') => void,
  signal: AbortSignal,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const response = await answerTo(stream, { signal: AbortSignal.any([signal, silence.signal]) });
    // The stream starts with recent events. An older page may have missed something.
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

/** Batches events that arrive close together. */
function createBatcher(onEvents: (events: LiveEvent[]) => void, signal: AbortSignal): (event: LiveEvent) => void {
  let batch: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let deliveredAt = 0;
  signal.addEventListener('abort', () => clearTimeout(timer));
  return (event) => {
    batch.push(event);
    timer ??= setTimeout(
      () => {
        timer = undefined;
        deliveredAt = Date.now();
        const events = batch;
        batch = [];
        onEvents(events);
      },
      Math.max(batchMs, deliveredAt + minGapMs - Date.now()),
    );
  };
}
