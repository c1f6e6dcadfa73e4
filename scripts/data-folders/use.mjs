/** Calls to a portal with an empty database, in the way that every version understands. */
const password = 'Quiet-Harbor-Lantern7!';

/** Does a little of everything: a clinic refers a member to a pantry, which works on the request. */
export async function useEarlierVersion(url) {
  const clinic = await join(url, 'Clinic', []);
  const services = [{ name: 'Food box', type: 'FOOD', description: 'Every week' }];
  const pantry = await join(url, 'Pantry', services);
  const [service] = await pantry.call('GET', `/v1/organizations/${pantry.organizationId}/services`);
  const member = { firstName: 'Ruth', lastName: 'Okafor', phoneNumber: '+12695550111', dateOfBirth: '1961-04-02' };
  const request = await clinic.send('/v1/service-requests', {
    serviceRequest: {
      serviceId: service.id,
      organizationId: clinic.organizationId,
      patient: member,
      description: 'Food',
    },
    file: new File([Buffer.from('%PDF-1.4\nA letter\n')], 'letter.pdf', { type: 'application/pdf' }),
  });
  for (const status of ['OPEN', 'IN_PROGRESS', 'PENDING']) {
    await pantry.call('POST', `/v1/service-requests/${request.id}/transition/${status}`, {});
  }
  await pantry.send('/v1/notes', { note: { serviceRequestId: request.id, content: 'Called her.' } });
  const question = { type: 'text', name: 'need', title: 'What do you need?' };
  const form = await clinic.call('POST', '/v1/surveys', {
    title: 'Needs',
    data: { pages: [{ name: 'page1', elements: [question] }] },
    organizationId: clinic.organizationId,
  });
  await answerForm(url, form);
  await clinic.call('POST', '/v1/support', { messageType: 'Support Question', feedback: 'How do I add a colleague?' });
}

function answerForm(url, { uniqueSurveyId, version }) {
  return call({ url }, 'POST', '/v1/survey-answers/submit', {
    surveyUniqueId: uniqueSurveyId,
    version,
    surveyAnswerJson: { need: 'A ride' },
    userFirstName: 'Leo',
    userLastName: 'Marsh',
    userPhoneNumber: '+12695550112',
    userBirthDate: '1980-01-31',
  });
}

/** Registers an organization and signs its admin in. */
async function join(url, name, serviceDTOList) {
  const organization = { name, organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550100', serviceDTOList };
  const { id, registrationToken } = await send({ url }, '/v1/organizations', { organization });
  const email = `${name.toLowerCase()}@example.org`;
  const person = { firstName: 'Ada', lastName: name, email, phoneNumber: '+12695550123', password };
  await call({ url }, 'POST', '/v1/auth/sign-up', {
    ...person,
    userType: 'ADMIN',
    organizationId: id,
    registrationToken,
  });
  await call({ url }, 'POST', '/v1/auth/verify-email', { token: await mailedToken(url, email), password });
  const { idToken } = await call({ url }, 'POST', '/v1/auth/login', { email, password });
  return {
    organizationId: id,
    call: (method, path, body) => call({ url, token: idToken }, method, path, body),
    send: (path, parts) => send({ url, token: idToken }, path, parts),
  };
}

async function mailedToken(url, email) {
  for (let tries = 0; tries < 100; tries++) {
    const [mail] = await call({ url }, 'GET', `/dev/outbox.json?to=${encodeURIComponent(email)}`);
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    if (token) return token;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No email arrived at ${email}.`);
}

function call({ url, token }, method, path, body) {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  return ask(url + path, { method, headers, body: body && JSON.stringify(body) }, token);
}

function send({ url, token }, path, parts) {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.set(name, part instanceof Blob ? part : JSON.stringify(part));
  return ask(url + path, { method: 'POST', body: form }, token);
}

async function ask(address, request, token) {
  const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(address, { ...request, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${request.method} ${address} answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
