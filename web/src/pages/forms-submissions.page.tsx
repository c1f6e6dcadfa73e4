export function FormsSubmissionsPage() {
  return null;
}
