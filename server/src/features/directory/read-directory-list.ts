import { type DirectoryPage, directoryQuery } from '@kinbridge/contract/directory/directory.contract';
import type { DirectoryList } from '@kinbridge/public/directory/directory-list';
import type { DirectoryPlace } from '@kinbridge/public/directory/directory-page';
import { boxAround, type ZipMap } from '@kinbridge/public/directory/zip-map';
import type { Database } from '../../db/database.ts';
import {
  type DirectorySearch,
  findCentroid,
  findCentroidsIn,
  findDirectoryLanguages,
  findDirectoryPage,
} from './directory.queries.ts';

/** What the page shows for an address. Parameters that aren't valid are named and left out of the search. */
export async function readDirectoryList(
  db: Database,
  query: Record<string, unknown>,
): Promise<Omit<DirectoryList, 'language'>> {
  const typed = typedIn(query);
  const checked = directoryQuery.safeParse(typed);
  const issues = checked.success ? [] : checked.error.issues;
  const problems = Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
  const valid = Object.fromEntries(Object.entries(typed).filter(([name]) => problems[name] === undefined));
  const search = directoryQuery.parse(valid);
  const [{ result, places }, languages] = await Promise.all([findExistingPage(db, search), findDirectoryLanguages(db)]);
  const map = await readMap(db, places, search.zipCode);
  const addressOf = (page: number) => `/services?${new URLSearchParams({ ...typed, page: String(page) })}`;
  const previous = result.number > 0 ? addressOf(result.number - 1) : null;
  const next = result.number + 1 < result.totalPages ? addressOf(result.number + 1) : null;
  return { typed, problems, result, previous, next, places, languages, map };
}

/** The last page for a number after it, so that old links don't end on an empty page. */
async function findExistingPage(db: Database, search: DirectorySearch) {
  const { page, places } = await findDirectoryPage(db, search);
  const result = JSON.parse(page) as DirectoryPage;
  const last = result.totalPages - 1;
  if (last < 0 || result.number <= last) return { result, places };
  return findExistingPage(db, { ...search, page: last });
}

function typedIn(query: Record<string, unknown>): Record<string, string> {
  const fields = Object.keys(directoryQuery.shape).flatMap((name) => {
    const [value] = [query[name]].flat();
    // The database would refuse a NUL.
    const text = typeof value === 'string' ? value.replaceAll('\u0000', '').trim().slice(0, 200) : '';
    return text === '' ? [] : [[name, text]];
  });
  return Object.fromEntries(fields);
}

async function readMap(db: Database, places: DirectoryPlace[], zipCode: string | undefined): Promise<ZipMap | null> {
  const results = new Map<string, ZipMap['results'][number]>();
  for (const { zipCode: zip, city, latitude, longitude } of places) {
    if (zip === null || latitude === null || longitude === null) continue;
    const before = results.get(zip);
    const found = { city: before?.city ?? city, count: (before?.count ?? 0) + 1 };
    results.set(zip, { zipCode: zip, latitude, longitude, ...found });
  }
  const you = (zipCode && (await findCentroid(db, zipCode))) || null;
  const box = boxAround([...results.values(), ...(you ? [you] : [])]);
  if (!box || results.size === 0) return null;
  const around = await findCentroidsIn(db, box);
  return { results: [...results.values()], around: around.filter((point) => !results.has(point.zipCode)), you };
}
