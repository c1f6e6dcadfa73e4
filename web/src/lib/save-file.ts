/** Hands a loaded file to the browser to save, under this name or its own. */
export function saveFile(file: Blob | File, name = 'name' in file ? file.name : ''): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has read the file by the next task.
  setTimeout(() => URL.revokeObjectURL(address));
}
