export function FormsLibraryPage() {
  return null;
}
