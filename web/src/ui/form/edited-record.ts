/** A field's value in a form. Missing ones are empty strings. */
export type EditedValue = string | number | boolean | null | readonly unknown[];

/** A record's fields as a form holds them. */
export type EditedValues<Field extends string> = Record<Field, EditedValue>;

/** Whether two values are the same; lists by what they contain. */
export function isSame(one: EditedValue, other: EditedValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The fields that differ from the original record. Only these are sent, so no other change can be undone. */
export function changedFields<V extends EditedValues<Field>, Field extends string>(
  fields: readonly Field[],
  values: V,
  before: V,
): Partial<Pick<V, Field>> {
  const changed = fields.filter((field) => !isSame(values[field], before[field]));
  return Object.fromEntries(changed.map((field) => [field, values[field]])) as Partial<Pick<V, Field>>;
}

export interface Conflict<Field extends string = string> {
  field: Field;
  label: string;
  /** The saved value now. */
  saved: EditedValue;
  /** What the person typed, if they changed the same field to something else. */
  typed?: EditedValue;
}

/** Merges newer saved values into the form, except where the person typed something else. */
export function rebaseEdit<V extends EditedValues<Field>, Field extends string>(
  labels: Record<Field, string>,
  { values, before, fresh }: { values: V; before: V; fresh: V },
): { values: V; conflicts: Conflict<Field>[] } {
  const fields = Object.keys(labels) as Field[];
  const typed = changedFields(fields, values, before);
  const saved = changedFields(fields, fresh, before);
  const conflicts = (Object.keys(saved) as Field[]).map((field) => ({
    field,
    label: labels[field],
    saved: fresh[field],
    ...(field in typed && !isSame(values[field], fresh[field]) && { typed: values[field] }),
  }));
  return { values: { ...fresh, ...typed }, conflicts };
}
