/**
 * Whether the connection broke, as opposed to an error reported by the database. A transaction that was committing at
 * that moment may still have committed.
 */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return (
    /^(08...|57P0[1-3]|ECONN(REFUSED|RESET)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN)$/.test(code) ||
    /^connection (terminated|timeout)|not queryable$|timeout exceeded when trying to connect/i.test(message)
  );
}
