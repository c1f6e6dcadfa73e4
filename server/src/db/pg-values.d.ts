declare module 'pg/lib/utils.js' {
  /** A value as PostgreSQL reads it. */
  const utils: { prepareValue(value: unknown): string | Buffer | null };
  export default utils;
}
