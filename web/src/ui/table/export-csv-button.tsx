import { DownloadButton } from '../download-button.tsx';

/** Downloads a log as a spreadsheet; `name` is the file's name without its ending. */
export function ExportCsvButton({ name, download }: { name: string; download: () => Promise<Blob> }) {
  const failed = `We couldn't export the ${name.toLowerCase()}.`;
  return (
    <DownloadButton variant="subtle" load={download} name={`${name}.csv`} failed={failed}>
      Export CSV
    </DownloadButton>
  );
}
