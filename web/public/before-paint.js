// Runs before the first paint. The security policy forbids inline scripts.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be blocked.
      return null;
    }
  };

  // A dark screen must never flash white.
  const chosen = read('kinbridge.color-scheme');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // The build names the files that the router will request.
  const { signedIn = '', signedOut = '' } = document.currentScript.dataset;
  for (const file of (read('kinbridge.session') ? signedIn : signedOut).split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    const style = file.endsWith('.css');
    link.rel = style ? 'preload' : 'modulepreload';
    if (style) link.as = 'style';
    // As in the bundler's links, or the file would load twice.
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
})();
