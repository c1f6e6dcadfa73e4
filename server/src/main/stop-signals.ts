const graceMs = 10_000;

/** Stops once on SIGTERM or Ctrl-C; a second signal, or ten seconds, forces the exit. */
export function stopOnSignals(stop: () => Promise<void>, say: (line: string) => void): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    say('Stopping');
    setTimeout(() => process.exit(1), graceMs).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
