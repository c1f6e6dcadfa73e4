const graceMs = 10_000;

/** Drains and stops once on SIGTERM or Ctrl-C; a second signal, or ten seconds of stopping, forces the exit. */
export function stopOnSignals(
  stop: () => Promise<void>,
  say: (line: string) => void,
  drain: () => Promise<void> = async () => undefined,
): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    say('Stopping');
    const drainAndStop = async () => {
      await drain();
      setTimeout(() => process.exit(1), graceMs).unref();
      await stop();
    };
    drainAndStop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
