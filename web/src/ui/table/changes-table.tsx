import type { ReactNode } from 'react';
import classes from './changes-table.module.css';
import plain from './plain-table.module.css';

export interface Change {
  label: string;
  before: ReactNode;
  after: ReactNode;
}

interface ChangesTableProps {
  label: string;
  /** The headers above the values. */
  before: string;
  after: string;
  changes: Change[];
}

/** Fields with two values side by side. An empty value says so. */
export function ChangesTable({ label, before, after, changes }: ChangesTableProps) {
  return (
    <table className={`${plain.table} table-fixed stacked ${classes.table}`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.label}>
            <th scope="row">{change.label}</th>
            <td data-label={before}>{change.before || <Blank />}</td>
            <td data-label={after}>{change.after ? <strong className="bold">{change.after}</strong> : <Blank />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Blank() {
  return <span className="dimmed">blank</span>;
}
