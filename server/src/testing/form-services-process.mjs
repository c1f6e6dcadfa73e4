/**
 * Jotform's and Google's APIs, in their published shapes, as one process. A form's id decides the response. Reports
 * every received call to its parent.
 */
import { createServer } from 'node:http';

const jotform = {
  1: { qid: '1', order: '1', type: 'control_head', name: 'head', text: '<b>Welcome</b>' },
  2: {
    qid: '2',
    order: '3',
    type: 'control_radio',
    name: 'home',
    text: 'Home?',
    required: 'Yes',
    options: 'Steady|At risk|Steady|',
    allowOther: 'Yes',
  },
  3: { qid: '3', order: '2', type: 'control_fullname', name: 'fullName', text: 'Name' },
  4: { qid: '4', order: '4', type: 'control_pagebreak', name: 'break' },
  5: {
    qid: '5',
    order: '5',
    type: 'control_scale',
    name: 'mood',
    text: 'Mood',
    scaleFrom: '0',
    scaleAmount: '10',
    fromText: 'Low',
    toText: 'High',
  },
  6: {
    qid: '6',
    order: '6',
    type: 'control_matrix',
    name: 'parts',
    text: 'Parts',
    mrows: 'A|B',
    mcolumns: 'x|y',
    inputType: 'Radio Button',
  },
  7: {
    qid: '7',
    order: '7',
    type: 'control_matrix',
    name: 'texts',
    text: 'Texts',
    mrows: 'A',
    mcolumns: 'x',
    inputType: 'Text Box',
  },
  8: { qid: '8', order: '8', type: 'control_square', name: 'pay', text: 'Payment' },
  9: { qid: '9', order: '9', type: 'control_textbox', name: '__proto__', text: 'Odd' },
  10: {
    qid: '10',
    order: '10',
    type: 'control_textarea',
    name: 'home',
    text: 'More',
    description: 'As much as you like',
  },
  11: { qid: '11', order: '11', type: 'control_button', name: 'submit', text: 'Submit' },
};

const google = {
  formId: 'gform_A-1',
  info: { title: 'Google intake', description: 'About you', documentTitle: 'Untitled form' },
  items: [
    { itemId: 'i1', title: 'Name', questionItem: { question: { questionId: 'q1', required: true, textQuestion: {} } } },
    {
      itemId: 'i2',
      title: 'Story',
      description: 'Long',
      questionItem: { question: { questionId: 'q2', textQuestion: { paragraph: true } } },
    },
    {
      itemId: 'i3',
      title: 'Needs',
      questionItem: {
        question: {
          questionId: 'q3',
          choiceQuestion: {
            type: 'CHECKBOX',
            options: [{ value: 'Food' }, { value: 'Ride', goToAction: 'NEXT_SECTION' }, { isOther: true }],
          },
        },
      },
    },
    { itemId: 'i4', title: 'Second', pageBreakItem: {} },
    {
      itemId: 'i5',
      title: 'How likely',
      questionItem: {
        question: { questionId: 'q5', scaleQuestion: { low: 0, high: 10, lowLabel: 'Never', highLabel: 'Always' } },
      },
    },
    {
      itemId: 'i6',
      title: 'Grid',
      questionGroupItem: {
        questions: [
          { questionId: 'r1', required: true, rowQuestion: { title: 'Morning' } },
          { questionId: 'r2', rowQuestion: { title: 'Evening' } },
        ],
        grid: { columns: { type: 'RADIO', options: [{ value: 'Good' }, { value: 'Bad' }] } },
      },
    },
    {
      itemId: 'i7',
      title: 'Born',
      questionItem: { question: { questionId: 'q7', dateQuestion: { includeYear: true } } },
    },
    { itemId: 'i8', title: 'A film', videoItem: {} },
    { itemId: 'i9', title: 'Read this', textItem: {} },
  ],
};

let port = 0;
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    process.send?.({ path: request.url, headers: request.headers, body });
    answer(request, response, body);
  });
});

function answer(request, response, body) {
  const { url = '', headers } = request;
  const send = (status, content) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
  const id = /\/forms?\/([\w-]+)/.exec(url)?.[1] ?? '';
  if (id === '500') return send(500, {});
  if (id === '302') return response.writeHead(302, { location: `http://127.0.0.1:${port}/canary` }).end();
  if (id === '111') return response.writeHead(200).end('x'.repeat(6_000_000));
  if (id === '222') return response.writeHead(200, { 'content-type': 'application/json' }).end('{"broken');
  if (url === '/token') {
    return body.includes('assertion=')
      ? send(200, { access_token: 'token-1', expires_in: 3599, token_type: 'Bearer' })
      : send(400, { error: 'invalid_grant' });
  }
  if (url.startsWith('/v1/forms/')) {
    if (headers.authorization !== 'Bearer token-1')
      return send(401, { error: { code: 401, status: 'UNAUTHENTICATED' } });
    if (id === 'denied') return send(403, { error: { code: 403, status: 'PERMISSION_DENIED' } });
    return id === google.formId ? send(200, google) : send(404, { error: { code: 404, status: 'NOT_FOUND' } });
  }
  if (headers.apikey !== 'key-1')
    return send(401, { responseCode: 401, message: "You're not authorized to use (/form-id) " });
  if (id === '404') return send(404, { responseCode: 404, message: 'Form not found' });
  if (id === '333')
    return send(200, {
      responseCode: 200,
      message: 'success',
      content: url.endsWith('questions') ? {} : { id, title: 'Empty' },
    });
  if (url.endsWith('/questions')) return send(200, { responseCode: 200, message: 'success', content: jotform });
  return send(200, {
    responseCode: 200,
    message: 'success',
    // Copied from a text, as people do.
    content: { id, title: '\u202aJotform\n\u2028intake\u202c', status: 'ENABLED' },
  });
}

server.listen(0, '127.0.0.1', () => {
  port = server.address().port;
  process.send?.({ port });
});
process.on('disconnect', () => process.exit(0));
