import { describe, expect, it } from 'vitest';
import { readReply } from './inbound-reply.ts';

describe('a reply', () => {
  it.each([
    'STOP',
    'stop',
    ' Stop. ',
    'STOPALL',
    'Quit',
    'END',
    'Revoke',
    'OPT OUT',
    'opt-out',
    'OPTOUT',
    'CANCEL',
    'unsubscribe!',
    'stop texting me',
    'Please stop texting me!',
    'STOP sending me messages',
    "don't text me",
    'Don’t text this number',
    'do not message me again',
    'no more texts please',
    'take me off your list',
    'remove me',
    'please stop',
    'STOP IT',
    'wrong number',
    'cancel texts',
    'end these messages',
    'yes stop',
    'No, stop!',
  ])('"%s" opts out', (text) => {
    expect(readReply(text)).toEqual({ kind: 'stop', language: 'en' });
  });

  it.each([
    'BAJA',
    ' baja. ',
    '¡Detener!',
    'salir',
    'SALÍR',
    'ALTO',
    'Parar.',
    'quiero darme de baja',
    '¡Basta!',
    'no me escriban más',
    'No me manden mensajes',
    'no quiero recibir más mensajes',
    'No más mensajes por favor',
    'dejen de escribirme',
  ])('"%s" opts out in Spanish', (text) => {
    expect(readReply(text)).toEqual({ kind: 'stop', language: 'es' });
  });

  it.each(['START', 'unstop', ' Start '])('"%s" opts in', (text) => {
    expect(readReply(text)).toEqual({ kind: 'start', language: 'en' });
  });

  it.each(['INICIAR', 'Comenzar', ' iniciar! '])('"%s" opts in in Spanish', (text) => {
    expect(readReply(text)).toEqual({ kind: 'start', language: 'es' });
  });

  it.each(['HELP', 'help?', 'Info'])('"%s" asks for help', (text) => {
    expect(readReply(text)).toEqual({ kind: 'help', language: 'en' });
  });

  it.each(['AYUDA', '¿ayuda?', 'Ayúda'])('"%s" asks for help in Spanish', (text) => {
    expect(readReply(text)).toEqual({ kind: 'help', language: 'es' });
  });

  it.each<[string, number | null]>([
    ['YES', null],
    ['y', null],
    ['Yes!', null],
    ['CONFIRM', null],
    ['received', null],
    ['Done.', null],
    ['SI', null],
    ['sí', null],
    ['S\u0069\u0301', null],
    ['YES 123', 123],
    ['yes #123', 123],
    ['YES123', 123],
    ['Yes, 123', 123],
    ['yes thank you', null],
    ['Sí, gracias', null],
  ])('"%s" says yes', (text, serviceRequestId) => {
    const language = /^s/i.test(text) ? 'es' : 'en';
    expect(readReply(text)).toEqual({ kind: 'yes', serviceRequestId, language });
  });

  it.each<[string, number | null]>([
    ['NO', null],
    ['n', null],
    ['No.', null],
    ['NO 77', 77],
    ['no #77', 77],
  ])('"%s" says no', (text, serviceRequestId) => {
    expect(readReply(text)).toEqual({ kind: 'no', serviceRequestId, language: 'en' });
  });

  it.each([
    'yes but not all of it',
    'maybe',
    '',
    '123',
    'When do you open?',
    'no idea',
    'yesterday',
    'the end of the month',
    'nonstop',
    'para mi mamá',
    'no me llegó',
    'estoy de baja',
    'quiero salir mañana',
    'necesito ayuda con la renta',
    'no quiero más comida, gracias',
    'I had to cancel, sorry',
    'Yes 12345678901234567890',
  ])('"%s" is for people to read', (text) => {
    expect(readReply(text)).toEqual({ kind: 'other' });
  });
});
