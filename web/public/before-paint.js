// Runs before the first paint. It is a file of its own because the content security policy forbids inline script.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be closed to us; the system's scheme is then the one to follow.
      return null;
    }
  };

  // A dark screen never flashes white.
  const chosen = read('kinbridge.color-scheme');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // What the router will ask for once it has run is fetched beside it. The build names the files.
  const { signedIn = '', signedOut = '' } = document.currentScript.dataset;
  for (const file of (read('kinbridge.session') ? signedIn : signedOut).split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    const style = file.endsWith('.css');
    link.rel = style ? 'preload' : 'modulepreload';
    if (style) link.as = 'style';
    // As the bundler's own links ask, or the file would be fetched once more.
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
})();
