// Runs before the first paint. In its own file, because the content security policy forbids inline scripts.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be blocked; the system's color scheme then applies.
      return null;
    }
  };

  // A dark screen must never flash white.
  const chosen = read('kinbridge.color-scheme');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // Preloads what the router will request. The build names the files.
  const { signedIn = '', signedOut = '' } = document.currentScript.dataset;
  for (const file of (read('kinbridge.session') ? signedIn : signedOut).split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    const style = file.endsWith('.css');
    link.rel = style ? 'preload' : 'modulepreload';
    if (style) link.as = 'style';
    // The same as in the bundler's own links, or the file would be loaded twice.
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
})();
