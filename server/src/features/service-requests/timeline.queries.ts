import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { canResend } from '../../records/sms/sms-blocked.queries.ts';
import { smsReason } from '../../records/sms/sms-outage.queries.ts';
import { isErasedFor } from './service-request-row.queries.ts';
import { requestReader, viewer } from './wanted-requests.queries.ts';

const isReadable = sql`not ${isErasedFor(viewer)}`;

/**
 * A request's history, oldest first, as JSON text: audit rows, comments and texts. The audit log is the only record of
 * who did what, so nothing is stored twice. Its creation row is written last in its transaction but sorted first.
 */
export const findTimeline = requestReader(sql`(
    with happened as (
      select l.create_timestamp as at, l.id as place, case l.action when 'service-request.create' then 'created'
          when 'service-request.move' then 'moved' when 'service-request.assign' then 'assigned'
          when 'service-request.remind' then 'reminded' else 'viewed' end as kind,
        l.actor_id, l.organization_id,
        case l.action
          when 'service-request.move' then (l.detail - 'outcomeNoteId') || case when l.detail ? 'outcome'
            then jsonb_build_object('outcome', l.detail -> 'outcome' || jsonb_build_object('note',
              (select n.note from outcome_notes n where n.id = (l.detail ->> 'outcomeNoteId')::bigint and ${isReadable}))) else '{}' end
          when 'service-request.remind' then l.detail
          when 'service-request.read' then '{}'::jsonb
          else jsonb_build_object('assignee', (
            select jsonb_build_object('id', a.id, 'firstName', a.first_name, 'lastName', a.last_name)
            from users a where a.id = (l.detail ->> 'assigneeId')::bigint)) ||
            jsonb_strip_nulls(jsonb_build_object('source', l.detail ->> 'source')) ||
            -- The answers that it came of, for the organization whose form was answered.
            coalesce((select jsonb_build_object('surveyAnswerId', s.id)
              from survey_answers s join survey_forms f on f.id = s.form_id
              where s.id = (l.detail ->> 'surveyAnswerId')::bigint and f.organization_id = ${viewer}), '{}') end as detail
      from audit_log l
      where l.entity_type = 'service-request' and l.entity_id = r.id and not l.detail ?| array['repeated', 'background']
        and l.action in ('service-request.create', 'service-request.move', 'service-request.assign',
          'service-request.remind', 'service-request.read')
      union all
      select n.create_timestamp, n.id, 'note', n.created_by, n.organization_id,
        jsonb_build_object('noteId', n.id, 'content', n.content, 'fileName', f.file_name)
      from notes n left join files f on f.id = n.file_id where n.service_request_id = r.id and ${isReadable}
      union all
      select s.create_timestamp, s.id, 'message', s.sender_id, s.organization_id,
        jsonb_build_object('messageId', s.id, 'smsText', s.body, 'isReceived', s.is_received, 'state', s.state,
          'reason', ${smsReason()}, 'canResend', ${canResend(viewer)}, 'to', case when u.user_type = 'PATIENT' then 'member' else 'employee' end,
          'recipient', case when u.id is null then null
            else jsonb_build_object('firstName', coalesce(t.provider_patient ->> 'firstName', u.first_name),
              'lastName', coalesce(t.provider_patient ->> 'lastName', u.last_name)) end)
      from sms_messages s left join users u on u.id = s.user_id
        -- Where the reader no longer sees the member: as it last saw them.
        left join service_requests t on t.id = s.service_request_id and t.member_id = s.user_id
          and t.provider_id = ${viewer} and t.provider_patient is not null
      where s.service_request_id = r.id and ${isReadable}
    )
    select coalesce(json_agg(json_build_object('at', ${iso('h.at')}, 'kind', h.kind,
      'actor', case when a.id is null then null
        else json_build_object('id', a.id, 'firstName', a.first_name, 'lastName', a.last_name) end,
      'organization', case when o.id is null then null else json_build_object('id', o.id, 'name', o.name) end,
      'detail', h.detail) order by h.kind <> 'created', h.at, h.place), '[]'::json)
    from happened h left join users a on a.id = h.actor_id left join organizations o on o.id = h.organization_id)::text`);
