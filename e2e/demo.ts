import { readFileSync } from 'node:fs';

interface DemoPerson {
  firstName: string;
  lastName: string;
  email: string;
  userType: 'ADMIN' | 'EMPLOYEE';
  status: 'ACTIVE' | 'PENDING' | 'INACTIVE';
}

interface Demo {
  password: string;
  organizations: { name: string; staff: DemoPerson[] }[];
}

const demo: Demo = JSON.parse(readFileSync(new URL('../db/demo/organizations.json', import.meta.url), 'utf8'));

/** A person in a demo organization. Tests that change a person register a new one instead. */
export function demoPerson(userType: DemoPerson['userType'], status: DemoPerson['status'], organization = 0) {
  const { name, staff } = demo.organizations[organization] as Demo['organizations'][number];
  const person = staff.find((one) => one.userType === userType && one.status === status);
  if (!person) throw new Error(`${name} has no ${status} ${userType} in db/demo`);
  return { ...person, password: demo.password, organization: name };
}
