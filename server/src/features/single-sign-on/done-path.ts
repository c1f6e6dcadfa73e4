/** Where the browser exchanges its code. */
export function donePath(code: string, returnPath: string | null): string {
  return `/login/done#${new URLSearchParams({ code, ...(returnPath === null ? {} : { returnPath }) })}`;
}
