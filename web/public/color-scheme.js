// Runs before the first paint, so that a dark screen never flashes white. It is a file of its own
// because the content security policy forbids inline script.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('kinbridge.color-scheme');
  } catch {
    // Storage may be closed to us; the system's scheme is then the one to follow.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
