import { EmployeesList } from '../features/employees/employees-list.tsx';

export function EmployeesPage() {
  return <EmployeesList />;
}
