import type { OutcomeCode } from '@kinbridge/contract/service-requests/outcomes';
import type { Outcome } from '@kinbridge/contract/service-requests/service-requests.contract';
import { type RawBuilder, sql } from '../../db/sql.ts';

export interface GivenOutcome {
  code: OutcomeCode;
  note: string | null;
  by: Outcome['by'];
}

/** Sets how a move ends a request. Every other move, such as reopening it, clears it. */
export function outcomeColumns(ended: GivenOutcome | null): RawBuilder<unknown> {
  if (!ended) return sql`outcome_code = null, outcome_note = null, outcome_by = null, outcome_timestamp = null`;
  return sql`outcome_code = ${ended.code}, outcome_note = ${ended.note}, outcome_by = ${ended.by},
    outcome_timestamp = now()`;
}

/**
 * Keeps the note of each moved request for its timeline, as part of the move's statement. The audit log holds no texts,
 * so the move's entry names the note.
 */
export function insertNotes(source: string, note: string): RawBuilder<unknown> {
  return sql`noted as (
      insert into outcome_notes (service_request_id, note) select id, ${note} from ${sql.raw(source)}
      returning id as note_id, service_request_id
    ),`;
}

/** The note of the source's row, for the detail of its audit row. */
export function noteOf(source: string): RawBuilder<unknown> {
  return sql`(select jsonb_build_object('outcomeNoteId', note_id) from noted
    where noted.service_request_id = ${sql.raw(source)}.id)`;
}
