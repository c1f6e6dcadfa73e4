import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memberFields } from '../contract/src/member-fields/member-fields.ts';

/** The walls of ARCHITECTURE.md, checked by reading the source: each test names the offending file. */

const root = resolve(import.meta.dirname, '..');

function filesIn(folder, named) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && named.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((path) => !path.includes('node_modules') && !path.includes('/dist/'));
}

const sourceFiles = (folder) => filesIn(folder, /\.tsx?$/);

/** A file's imports: paths from the root for our own files, otherwise package names. */
function imports(path) {
  const text = readFileSync(join(root, path), 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|import\((?:\s*)'([^']+)'\)|(?:^|\n)import\s+'([^']+)'/g,
  );
  return [...found].map(([, type, from, dynamic, bare]) => {
    const name = from ?? dynamic ?? bare;
    return {
      type: type !== undefined,
      name: name.startsWith('.') ? relative(root, resolve(root, dirname(path), name)) : name,
    };
  });
}

const tests = /\.(test|spec)\.tsx?$/;
const isTest = (path) => tests.test(path) || path.startsWith('server/src/testing/');

function crossings(files, allowed) {
  return files.flatMap((path) =>
    imports(path)
      .filter(({ name, type }) => !allowed(name, path, type))
      .map(({ name }) => `${path} imports ${name}`),
  );
}

/** Circles among files, or among the places they belong to, each told once as 'a → b → a'. */
function circles(files, placeOf = (path) => path) {
  const next = new Map(files.map((path) => [placeOf(path), new Set()]));
  for (const path of files) {
    const names = imports(path).map(({ name }) => name);
    for (const name of names) if (files.includes(name)) next.get(placeOf(path)).add(placeOf(name));
  }
  const done = new Set();
  const found = [];
  const walk = (place, trail) => {
    if (trail.includes(place)) found.push([...trail.slice(trail.indexOf(place)), place].join(' → '));
    if (done.has(place) || trail.includes(place)) return;
    for (const other of next.get(place)) if (other !== place) walk(other, [...trail, place]);
    done.add(place);
  };
  for (const place of next.keys()) walk(place, []);
  return found;
}

describe('contract', () => {
  const files = sourceFiles('contract/src').filter((path) => !isTest(path));

  it('imports only forms, the schema library and the phone number library', () => {
    const own = /^(contract\/src\/|@kinbridge\/forms\/|zod$|libphonenumber-js)/;
    expect(crossings(files, (name) => own.test(name))).toEqual([]);
  });

  it('has no circle of folders', () => {
    expect(circles(files, dirname)).toEqual([]);
  });
});

describe('forms', () => {
  it('imports nothing else, so contract, builder and public form can import it', () => {
    const files = sourceFiles('forms/src').filter((path) => !isTest(path));
    expect(crossings(files, (name) => name.startsWith('forms/src/'))).toEqual([]);
    expect(circles(files)).toEqual([]);
  });
});

describe('public', () => {
  it('imports only forms, and of contract types and what has no schemas', () => {
    const files = sourceFiles('public/src').filter((path) => !isTest(path));
    const own = /^(public\/src|@kinbridge\/forms)\//;
    const small = (name, type) => name.startsWith('@kinbridge/contract/') && (type || !name.endsWith('.contract'));
    expect(crossings(files, (name, _path, type) => own.test(name) || small(name, type))).toEqual([]);
    expect(circles(files)).toEqual([]);
  });
});

describe('server and web', () => {
  it('never import each other', () => {
    expect(
      crossings(sourceFiles('server/src'), (name) => !name.startsWith('web/') && !name.startsWith('@kinbridge/web')),
    ).toEqual([]);
    expect(
      crossings(
        ['web/src', 'web/form', 'web/visitors'].flatMap(sourceFiles),
        (name) => !name.startsWith('server/') && !name.startsWith('@kinbridge/server'),
      ),
    ).toEqual([]);
  });
});

/** The floors of ARCHITECTURE.md, from the ground up; top-level files are for all of them. */
const serverFloors = Object.fromEntries(
  [
    ['db', 'outside'],
    ['access', 'telemetry', 'embedded-postgres'],
    ['records'],
    ['features'],
    ['upkeep'],
    ['http'],
    ['main'],
  ].flatMap((rooms, floor) => rooms.map((room) => [room, floor])),
);
const roomOf = (path) => /^server\/src\/([\w-]+)\//.exec(path)?.[1] ?? '';
const featureOf = (path) => /^server\/src\/features\/([\w-]+)\//.exec(path)?.[1];

/** The line of each feature in ARCHITECTURE; a line goes on in the next one until it says what its features are. */
function featureLines() {
  const text = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8');
  const [, after = ''] = text.split("**The order of the server's features.**");
  const rows = after.split('```')[1]?.split('\n') ?? [];
  const lines = new Map();
  let line = 0;
  for (const row of rows) {
    const [names, what] = row.split(/ {2,}/);
    for (const name of names.match(/[a-z-]+/g) ?? []) lines.set(name, line);
    if (what) line += 1;
  }
  return lines;
}

describe('server', () => {
  const files = sourceFiles('server/src').filter((path) => !isTest(path));

  it('imports one way, from main down to db and outside', () => {
    const down = (name, path) => {
      const [from, to] = [serverFloors[roomOf(path)], serverFloors[roomOf(name)]];
      return from === undefined || to === undefined || from > to || roomOf(path) === roomOf(name);
    };
    expect(crossings(files, down)).toEqual([]);
  });

  it('imports only features of the lines above in ARCHITECTURE, so without circles', () => {
    const lines = featureLines();
    const line = (path) => lines.get(featureOf(path)) ?? -1;
    const allowed = (name, path) =>
      !featureOf(path) || !featureOf(name) || featureOf(path) === featureOf(name) || line(name) < line(path);
    expect(crossings(files, allowed)).toEqual([]);
    expect([...new Set(files.map(featureOf))].filter((feature) => feature && !lines.has(feature))).toEqual([]);
  });

  it('has no circle of imports, types included', () => {
    expect(circles(files)).toEqual([]);
  });

  it('imports features from elsewhere only through queries, commands and pure files', () => {
    const allowed = (name, path) =>
      !['features', 'upkeep'].includes(roomOf(path)) ||
      !featureOf(name) ||
      featureOf(path) === featureOf(name) ||
      !/\.(routes|jobs|policy|emails)\.ts$/.test(name);
    expect(crossings(files, allowed)).toEqual([]);
  });

  it('has SQL only in queries and commands, and in db/', () => {
    const others = files.filter(
      (path) => !/\.(queries|commands)\.ts$/.test(path) && !path.startsWith('server/src/db/'),
    );
    expect(crossings(others, (name) => name !== 'server/src/db/sql.ts' && name !== 'kysely')).toEqual([]);
  });

  it('sends SQL only as templates, which db/sql-texts.test.ts checks, except in db/', () => {
    const unchecked = /\.query(<[^(]*>)?\(|\bsql\.\w+</;
    const others = files.filter((path) => !['db', 'embedded-postgres'].includes(roomOf(path)));
    expect(others.filter((path) => unchecked.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });

  it('reads uploads only in received.ts, so a route gets only scanned bytes', () => {
    const reads = /\.(parts|files|file|saveRequestFiles)\(/;
    const others = files.filter((path) => path !== 'server/src/http/received.ts' && path.startsWith('server/src/'));
    expect(others.filter((path) => reads.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });

  it('reads the environment only in config.ts', () => {
    const offenders = files
      .filter((path) => path !== 'server/src/main/config.ts')
      .filter((path) => /process\.env\b/.test(readFileSync(join(root, path), 'utf8').replaceAll('...process.env', '')));
    expect(offenders).toEqual([]);
  });
});

const webFloors = { app: 4, pages: 3, features: 2, ui: 1, lib: 0 };
const webFloor = (path) => webFloors[/^web\/src\/(\w+)\//.exec(path)?.[1] ?? ''];

describe('web', () => {
  const files = sourceFiles('web/src').filter((path) => !isTest(path));

  it('imports one way: app → pages → features → ui → lib', () => {
    expect(
      crossings(
        files,
        (name, path) =>
          webFloor(path) === undefined || webFloor(name) === undefined || webFloor(path) >= webFloor(name),
      ),
    ).toEqual([]);
  });

  it('has no feature that imports another', () => {
    const feature = (path) => /^web\/src\/features\/([\w-]+)\//.exec(path)?.[1];
    expect(
      crossings(files, (name, path) => !feature(path) || !feature(name) || feature(path) === feature(name)),
    ).toEqual([]);
  });

  it('has no circle of imports, types included', () => {
    expect(circles(['web/src', 'web/form', 'web/visitors'].flatMap(sourceFiles))).toEqual([]);
  });

  it('has at most 40 files in a folder: one more, and the folder needs rooms', () => {
    const counts = new Map();
    for (const path of filesIn('web/src', /./)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 40).map(([folder, count]) => `${folder}: ${count}`)).toEqual([]);
  });

  it('sends every change through lib/use-mutation, which ignores double clicks', () => {
    const own = 'web/src/lib/use-mutation.ts';
    const others = files.filter(
      (path) => path !== own && /\buseMutation\b/.test(readFileSync(join(root, path), 'utf8')),
    );
    const past = others.filter((path) => !imports(path).some(({ name }) => name === own));
    expect(past).toEqual([]);
  });
});

describe('style sheets', () => {
  const sheets = ['web/src', 'web/form', 'public/src'].flatMap((folder) => filesIn(folder, /\.css$/));

  /** Declarations and media conditions that match, each with its file. */
  function found(pattern, allowed = () => false) {
    return sheets.flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
      return [...text.matchAll(pattern)]
        .filter(([, value]) => !allowed(value))
        .map(([declaration]) => `${path}: ${declaration.trim()}`);
    });
  }

  it('size text in rem or by the scale, so that it follows the text size of the reader', () => {
    expect(found(/font(?:-size)?:\s*([^;]*\d+px[^;]*);/g, (value) => value.startsWith('round('))).toEqual([]);
  });

  it('round corners by the scale', () => {
    const known = /^(0|50%|inherit|var\(--mantine-radius-(xs|sm|md|lg|xl)\)|calc\(.*var\(--mantine-radius-.*\))$/;
    const each = (value) => value.split(/\s+(?![^(]*\))/).every((corner) => known.test(corner));
    expect(found(/border-[a-z-]*radius:\s*([^;]+);/g, each)).toEqual([]);
  });

  it('and elements use shapes that exist: ui/shapes.css', () => {
    const text = readFileSync(join(root, 'web/src/ui/shapes.css'), 'utf8');
    const shapes = new Set([...text.matchAll(/^\s*\.([\w-]+)/gm)].map(([, name]) => name));
    const known = (names) => names.split(' ').every((name) => shapes.has(name));
    expect(found(/composes:\s*([^;]+) from global;/g, known)).toEqual([]);
    // Screenings have the classes of the public form.
    const elements = filesIn('web/src', /\.tsx$/).filter((path) => !path.endsWith('screening-questions.tsx'));
    const unknown = elements.flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/className="([^"]*)"/g)]
        .filter(([, names]) => !known(names))
        .map(([text]) => `${path}: ${text}`),
    );
    expect(unknown).toEqual([]);
  });

  it('name the screens they tell apart: ui/scale/breakpoints.ts', () => {
    expect(found(/@media\s+([^{]+)\{/g, (condition) => !/(width|height)/.test(condition))).toEqual([]);
  });
});

describe('the public form', () => {
  // Read at build time only: the portal's colors become the form's style sheet.
  const builtFrom = ['web/form/vite.config.ts', 'web/form/theme-variables.ts', 'web/form/steady-font.ts'];
  const files = sourceFiles('web/form').filter((path) => !builtFrom.includes(path));

  it('loads no portal code, to stay small on phones', () => {
    const own =
      /^(web\/form\/|@kinbridge\/(contract|forms|public)\/|survey-|react-dom(\/client)?$|@fontsource-variable\/|virtual:)/;
    expect(
      crossings(files, (name, _path, type) => type || own.test(name) || name === 'web/src/lib/idempotency-key.ts'),
    ).toEqual([]);
  });

  it('loads no schemas, since the server validates', () => {
    expect(crossings(files, (name, _path, type) => type || !name.endsWith('.contract'))).toEqual([]);
  });
});

describe('the pages for visitors', () => {
  const files = sourceFiles('web/visitors').filter((path) => path !== 'web/visitors/vite.config.ts');

  it('load no portal code and no schemas, to stay small on phones', () => {
    const own = /^(web\/visitors\/|@kinbridge\/(contract|public)\/|@fontsource-variable\/|virtual:)/;
    expect(crossings(files, (name, _path, type) => type || (own.test(name) && !name.endsWith('.contract')))).toEqual(
      [],
    );
  });
});

describe('long runs and settings', () => {
  it('name only tests that exist', () => {
    const folders = ['trust', 'cluster', 'outside', 'bench'].flatMap((folder) => filesIn(folder, /\.(ts|mjs)$/));
    const known = ['server', 'trust', 'bench', 'e2e'].flatMap((folder) => filesIn(folder, tests));
    const unknown = ['vitest.config.ts', ...folders].flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/'([\w./-]+\.(?:test|spec)\.ts)'/g)]
        .filter(([, name]) => !known.some((test) => `/${test}`.endsWith(`/${name}`)))
        .map(([, name]) => `${path}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe('the documents', () => {
  const pages = ['README.md', ...filesIn('docs', /\.md$/)];
  const text = (path) => readFileSync(join(root, path), 'utf8');

  it('link only to files that exist', () => {
    const broken = pages.flatMap((page) =>
      [...text(page).matchAll(/\]\((?!\w+:|#)([^)#]+)/g)]
        .filter(([, to]) => !existsSync(resolve(root, dirname(page), to)))
        .map(([, to]) => `${page}: ${to}`),
    );
    expect(broken).toEqual([]);
  });

  it('name only source files that exist', () => {
    const folders = [
      'contract/src',
      'forms/src',
      'public/src',
      'server/src',
      'web/src',
      'web/form',
      'web/visitors',
      'e2e',
      'trust',
      'cluster',
      'outside',
    ];
    const names = [...folders, 'bench', 'scripts', 'ops'].flatMap((folder) => filesIn(folder, /\.(tsx?|mjs)$/));
    const unknown = pages.flatMap((page) =>
      [...text(page).matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)]
        .filter(([, name]) => !existsSync(join(root, name)) && !names.some((path) => path.endsWith(`/${name}`)))
        .map(([, name]) => `${page}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('list every decision in their index', () => {
    const index = text('docs/decisions/README.md');
    const decisions = filesIn('docs/decisions', /^\d{4}-.*\.md$/).map((path) => path.split('/').at(-1));
    expect(decisions.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  });
});

describe('the repository', () => {
  const all = [
    'contract/src',
    'forms/src',
    'public/src',
    'server/src',
    'web/src',
    'web/form',
    'web/visitors',
    'e2e',
    'trust',
    'cluster',
    'outside',
  ].flatMap(sourceFiles);

  it('names files in kebab-case and never utils, helpers or the like', () => {
    expect(
      all.filter(
        (path) => !/^[a-z0-9/.-]+$/.test(path) || /(^|[/.-])(utils?|helpers?|manager|misc)([/.-]|$)/.test(path),
      ),
    ).toEqual([]);
  });

  it('skips no tests', () => {
    const left = /\b(it|test|describe)\.(skip|only|todo|fixme)\b/;
    expect(all.filter((path) => isTest(path) && left.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });

  it('names tests in at most 80 characters', () => {
    const folders = [
      'contract/src',
      'forms/src',
      'public/src',
      'server/src',
      'web',
      'e2e',
      'trust',
      'cluster',
      'outside',
      'bench',
      'scripts',
      'ops',
    ];
    // Also after `it.each(…)` and the like; what a template inserts counts as one character.
    const names = /(?:\b(?:it|test)|\))\(\s*(['"`])((?:\\.|(?!\1).)+)\1,/g;
    const long = folders.flatMap((folder) =>
      filesIn(folder, /\.(test|spec)\.(tsx?|mjs)$/).flatMap((path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(names)]
          .filter(([, , name]) => name.replace(/\$\{[^}]*\}|\\./g, '_').length > 80)
          .map(([, , name]) => `${path}: ${name}`),
      ),
    );
    expect(long).toEqual([]);
  });

  it('has no commercial form packages', () => {
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
    expect(lock).not.toMatch(/"node_modules\/(survey-creator[^"]*|survey-analytics|survey-pdf)"/);
  });
});

it.each(['members/add-member-fields', 'profile/edit-profile-fields'])(
  '%s has an input for every member field',
  (file) => {
    const text = readFileSync(join(root, `web/src/features/${file}.tsx`), 'utf8');
    const names = Object.keys(memberFields).filter((name) => !text.includes(`('${name}')`));
    expect(names).toEqual([]);
  },
);
