// May run on any Node version, so it uses only old syntax.

const NEEDED = [20, 19];

/** A message if this Node can't run Kinbridge, otherwise undefined. */
export function nodeProblem(version) {
  const parts = version.split('.').map(Number);
  const major = parts[0];
  const minor = parts[1];
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return undefined;
  return (
    'Kinbridge needs Node ' +
    NEEDED.join('.') +
    ' or newer, and this is Node ' +
    version +
    '. Install a current LTS version from https://nodejs.org and try again.'
  );
}
