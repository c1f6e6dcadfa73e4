import { MetricsDashboard } from '../features/metrics/metrics-dashboard.tsx';

export function MetricsDashboardPage() {
  return <MetricsDashboard />;
}
