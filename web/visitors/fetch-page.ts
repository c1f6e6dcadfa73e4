const timeoutMs = 20_000;

/** Another page of ours, read as a document; null if it can't be reached. */
export async function fetchPage(
  address: string,
  init: RequestInit = {},
): Promise<{ page: Document; address: string } | null> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const html = await response.text();
    if (!(response.headers.get('content-type') ?? '').includes('html')) return null;
    return { page: new DOMParser().parseFromString(html, 'text/html'), address: response.url };
  } catch {
    return null;
  }
}
