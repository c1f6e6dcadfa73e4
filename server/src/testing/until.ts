/** Polls until a condition holds, for a limited time. */
export async function until<T>(
  look: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  ms = 15_000,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
