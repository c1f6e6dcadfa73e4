import { buildXlsx } from '../../server/src/testing/spreadsheets.ts';
import type { Answer } from '../../server/src/testing/test-app.ts';
import type { World } from './world.ts';

/** What somebody types about a person. */
export interface Typed {
  firstName: string;
  lastName: string;
  /** As 1990-03-04. */
  dateOfBirth: string;
  phoneNumber: string;
  participantId: string | null;
}

/** A way in which a typed person becomes a member. */
export interface Door {
  name: string;
  /** Whom it asks about a possible match: staff at once, or staff later about the row; nobody gets a record of their own. */
  asks: 'staff' | 'row' | 'nobody';
  /** Whether an ID can be typed. */
  takesId: boolean;
  /** Whether a sure match is the same record. */
  matches: boolean;
  /** `chosen` is the record that staff say it is. */
  enter(typed: Typed, chosen?: number): Promise<Answer>;
}

const choice = (patientId: number | undefined) => (patientId === undefined ? {} : { patientId });

/** Every way. A member list makes a request for each row. */
export function doorsOf({ portal, clinic, form }: World): Door[] {
  const { id, token, serviceId } = clinic;
  const list = async (typed: Typed) => {
    const { firstName, lastName, dateOfBirth, phoneNumber, participantId } = typed;
    const header = ['First Name', 'Last Name', 'Date of Birth', 'Phone Number', 'Participant ID'];
    const file = await buildXlsx([header, [firstName, lastName, dateOfBirth, phoneNumber, participantId]]);
    const call = 'POST /v1/organizations/{id}/services/upload-patients';
    return portal.call(call, { params: { id }, query: { serviceIds: String(serviceId) }, parts: { file }, token });
  };
  return [
    {
      name: 'a request',
      asks: 'staff',
      takesId: true,
      matches: true,
      enter: (patient, chosen) =>
        portal.call('POST /v1/service-requests', {
          parts: { serviceRequest: { organizationId: id, serviceId, patient, ...choice(chosen) } },
          token,
        }),
    },
    {
      name: 'a new member',
      asks: 'staff',
      takesId: true,
      matches: true,
      enter: (typed, chosen) => {
        const body = { ...typed, ...choice(chosen) };
        return portal.call('POST /v1/organizations/{id}/members', { params: { id }, body, token });
      },
    },
    { name: 'a member list', asks: 'row', takesId: true, matches: true, enter: (typed) => list(typed) },
    {
      name: 'a public form',
      asks: 'nobody',
      takesId: false,
      matches: true,
      enter: ({ firstName, lastName, dateOfBirth, phoneNumber }) =>
        portal.call('POST /v1/survey-answers/submit', {
          body: {
            surveyAnswerJson: { q: 'yes' },
            surveyUniqueId: form.uniqueSurveyId,
            version: form.version,
            userFirstName: firstName,
            userLastName: lastName,
            userBirthDate: dateOfBirth,
            userPhoneNumber: phoneNumber,
          },
        }),
    },
    {
      name: 'uploaded responses',
      asks: 'nobody',
      takesId: false,
      matches: true,
      enter: ({ firstName, lastName, dateOfBirth, phoneNumber }) => {
        const header = 'First Name,Last Name,Date of Birth,Phone Number,q';
        const row = [firstName, lastName, dateOfBirth, phoneNumber, 'yes'].join(',');
        return portal.call('POST /v1/survey-answers/{surveyId}/upload-responses', {
          params: { surveyId: form.id },
          parts: { file: new File([`${header}\n${row}\n`], 'answers.csv') },
          token,
        });
      },
    },
    {
      name: 'asking for help',
      asks: 'nobody',
      takesId: false,
      matches: false,
      enter: ({ firstName, lastName, phoneNumber }) =>
        portal.call('POST /v1/directory/services/{id}/requests', {
          params: { id: serviceId },
          body: { firstName, lastName, phoneNumber, smsConsent: true, zipCode: '49007', description: 'Food.' },
        }),
    },
  ];
}
