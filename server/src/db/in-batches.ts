/** Rows by id, in batches: each is read after the last row of the one before, so millions never fill memory. */
export async function* inBatches<Id, Row extends { id: Id }>(
  before: NoInfer<Id>,
  findAfter: (id: Id) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let rows = await findAfter(before);
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    yield rows;
    rows = await findAfter(last.id);
  }
}
