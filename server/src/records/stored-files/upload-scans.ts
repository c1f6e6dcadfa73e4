import { addressGroup } from '../../access/address-group.ts';
import { takeAttempt } from '../../access/attempts.commands.ts';
import type { Caller, Visitor } from '../../access/caller.ts';
import type { ReceivedFile, ScannedFile } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { type Database, transaction } from '../../db/database.ts';
import { describeError } from '../../log.ts';
import { ScannerAway, TooLargeToScan } from '../../outside/virus-scanner/virus-scans.ts';
import { record } from '../happenings/record.commands.ts';

/** A file as it arrived. Only its scan gives its bytes to a route. */
export interface UnscannedFile {
  fileName: string;
  bytes: Buffer;
}

interface Upload {
  app: AppContext;
  caller: Caller | Visitor;
  address: string;
}

/** Offers the files of one call to its route, which gets their bytes by having them scanned. */
export function scansOf({ app, caller, address }: Upload): (file: UnscannedFile) => ReceivedFile {
  // Strangers share one turn, with a line for each of their addresses.
  const lane = { organizationId: caller.organizationId ?? 0, formId: caller.userId ?? addressGroup(address) };
  // Twenty files needn't find out twenty times that the scanner is away.
  let away = false;

  async function scan(bytes: Buffer, organizationId: number | null): Promise<ScannedFile['scan']> {
    const { virusScans } = app;
    if (!virusScans) return null;
    if (away) return 'UNSCANNED';
    try {
      const virus = await virusScans.scanUpload(lane, bytes);
      if (virus === null) return 'CLEAN';
      await recordInfectedUpload(app.db, { caller, organizationId, virus });
    } catch (error) {
      if (error instanceof TooLargeToScan) {
        app.log.warn({ bytes: bytes.length }, 'a file is larger than the virus scanner accepts: raise StreamMaxLength');
        throw new AppError('too_large', "We can't check a file this large for viruses. Please choose a smaller one.");
      }
      if (!(error instanceof ScannerAway)) throw error;
      app.log.warn({ error: describeError(error) }, 'the virus scanner is away');
      if (app.config.scans?.away === 'accept') {
        away = true;
        return 'UNSCANNED';
      }
      const message = "We can't check files for viruses right now. Please try again in a few minutes.";
      throw new AppError('scanner_away', message, { retryAfterSeconds: 60 });
    }
    const message = 'We found a virus in this file, so we deleted it. Please choose another file.';
    throw new AppError('file_infected', message, { fields: { file: message } });
  }

  return ({ fileName, bytes }) => ({
    fileName,
    size: bytes.length,
    scanned: async (organizationId = caller.organizationId) => ({
      fileName,
      bytes,
      scan: await scan(bytes, organizationId),
    }),
  });
}

interface InfectedUpload {
  caller: Caller | Visitor;
  /** Whose form or record the file was for. */
  organizationId: number | null;
  virus: string;
}

/** Strangers can send as many infected files as calls, so they must not fill the log. */
const strangersEntriesAnHour = 100;

/** The file itself is never stored. */
async function recordInfectedUpload(db: Database, upload: InfectedUpload): Promise<void> {
  const { caller, organizationId, virus } = upload;
  const subject = `infected uploads ${organizationId}`;
  if (caller.userId === null && (await takeAttempt(db, subject, strangersEntriesAnHour, 60)) > 0) return;
  await transaction(db, (tx) =>
    record(tx, {
      caller,
      organizationId,
      action: 'file.infected',
      entityType: 'file',
      entityId: null,
      detail: { virus },
    }),
  );
}
