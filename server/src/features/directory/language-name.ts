const names = new Intl.DisplayNames('en', { type: 'language' });

/** 'Spanish' for es; the tag itself if nobody knows it. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
