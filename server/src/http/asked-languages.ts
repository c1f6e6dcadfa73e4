import type { FastifyRequest } from 'fastify';

/** The browser's languages in order of preference. */
export function askedLanguages(request: FastifyRequest): string[] {
  const header = String(request.headers['accept-language'] ?? '').slice(0, 500);
  return header
    .split(',')
    .map((part) => {
      const [language = '', quality] = part.trim().split(/\s*;\s*q=/);
      return { language, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ language, quality }) => language !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
}
