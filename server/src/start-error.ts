/** Why the start failed, as a sentence for the terminal: printed without a stack, exit code 1. */
export class StartError extends Error {
  override name = 'StartError';
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'part of that path is a file, not a folder',
  EEXIST: 'a file of that name is in the way',
  ENOENT: 'nothing can be created there',
  ENOSPC: 'the disk is full',
};

/** A failed system call in plain words. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code !== undefined && REASONS[code] !== undefined) return REASONS[code];
  return error instanceof Error ? error.message : String(error);
}
