import { nextNumber, testPassword } from './build.ts';
import type { TestApp } from './test-app.ts';

/** The body of an employee's sign-up. */
export function newEmployee(organizationId: number, over: Record<string, unknown> = {}) {
  return {
    firstName: 'Ada',
    lastName: 'Moss',
    email: `ada${nextNumber()}@example.org`,
    phoneNumber: '+13135550123',
    password: testPassword,
    userType: 'EMPLOYEE',
    organizationId,
    ...over,
  };
}

/** What the pattern captures in the newest email to an address. */
async function mailed(test: TestApp, email: string, pattern: RegExp): Promise<string> {
  const [mail] = await test.outbox(email);
  return pattern.exec(mail?.text ?? '')?.[1] ?? '';
}

/** The token of the newest link emailed to an address. */
export const mailedLink = (test: TestApp, email: string) => mailed(test, email, /token=([\w-]+)/);

/** The newest code emailed to an address. */
export const mailedCode = (test: TestApp, email: string) => mailed(test, email, /\b(\d{6})\b/);
