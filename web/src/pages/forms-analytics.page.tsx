export function FormsAnalyticsPage() {
  return null;
}
