import type { OrganizationWarning } from '@kinbridge/contract/operator/operator-organizations.contract';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { IconAlertCircle } from '../../../ui/icons/first-icons.ts';
import { organizationPath } from './organization-columns.tsx';
import classes from './organizations.module.css';
import { warningText } from './organizations.texts.ts';

/** What an organization has in common with others, which may be the real ones. */
export function Warnings({ label, warnings }: { label: string; warnings: OrganizationWarning[] }) {
  return (
    <section className={`gap-10 px-md py-sm round-lg flex ${classes.warnings}`} aria-label={label}>
      <IconAlertCircle className="mt-2 fixed alert" size={18} aria-hidden="true" />
      <ul>
        {warnings.map((warning) => (
          <li key={`${warning.kind} ${warning.organization.id}`}>
            {warningText(warning)}{' '}
            <Anchor component={Link} to={organizationPath(warning.organization.id)} fz="inherit" underline="always">
              {warning.organization.name}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
