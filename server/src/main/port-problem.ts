import { StartError } from '../start-error.ts';

/** Why a port can't be used, and which setting changes that: PORT, or the one with a prefix. */
export function portProblem(code: string | undefined, host: string, port: number, prefix = ''): StartError {
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is taken by another program. Stop it, or set ${prefix}PORT to another number.`,
    );
  }
  if (code === 'EACCES') {
    return new StartError(`Port ${port} may not be used by this account. Set ${prefix}PORT to 1024 or more.`);
  }
  return new StartError(
    `Kinbridge cannot listen on ${host}:${port} (${code ?? 'unknown error'}). Check ${prefix}HOST and ${prefix}PORT.`,
  );
}
