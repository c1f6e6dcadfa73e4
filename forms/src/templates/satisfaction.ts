import type { FormTemplate } from './form-template.ts';

const howWell = [
  { value: 1, text: { default: 'Poorly', es: 'Mal' } },
  { value: 2, text: { default: 'All right', es: 'Regular' } },
  { value: 3, text: { default: 'Well', es: 'Bien' } },
  { value: 4, text: { default: 'Very well', es: 'Muy bien' } },
];

export const satisfactionTemplate: FormTemplate = {
  key: 'satisfaction',
  title: 'How did we do?',
  description: 'Short feedback once a service has been given.',
  data: {
    title: { default: 'How did we do?', es: '¿Cómo lo hicimos?' },
    description: { default: 'Two minutes that help us improve.', es: 'Dos minutos que nos ayudan a mejorar.' },
    pages: [
      {
        name: 'feedback',
        elements: [
          {
            type: 'rating',
            name: 'overall',
            isRequired: true,
            title: {
              default: 'How happy are you with the help you got?',
              es: '¿Qué tan satisfecho está con la ayuda que recibió?',
            },
            rateMin: 1,
            rateMax: 5,
            minRateDescription: { default: 'Not at all', es: 'Nada' },
            maxRateDescription: { default: 'Very', es: 'Mucho' },
          },
          {
            type: 'matrix',
            name: 'parts',
            title: { default: 'How well did this go?', es: '¿Qué tal fue lo siguiente?' },
            columns: howWell,
            rows: [
              { value: 'reaching', text: { default: 'Reaching us', es: 'Contactarnos' } },
              { value: 'waiting', text: { default: 'Getting help in time', es: 'Recibir ayuda a tiempo' } },
              { value: 'respect', text: { default: 'Being treated with respect', es: 'El trato con respeto' } },
            ],
          },
          {
            type: 'ranking',
            name: 'matters',
            title: {
              default: 'What matters most to you? Put the most important first.',
              es: '¿Qué es lo más importante para usted? Ponga primero lo más importante.',
            },
            choices: [
              { value: 'speed', text: { default: 'Quick help', es: 'Ayuda rápida' } },
              { value: 'kindness', text: { default: 'Friendly people', es: 'Personas amables' } },
              { value: 'nearby', text: { default: 'A place nearby', es: 'Un lugar cercano' } },
            ],
          },
          {
            type: 'boolean',
            name: 'recommend',
            title: { default: 'Would you tell a friend about us?', es: '¿Nos recomendaría a un amigo?' },
          },
          {
            type: 'comment',
            name: 'better',
            title: { default: 'What could we do better?', es: '¿Qué podríamos hacer mejor?' },
            maxLength: 1000,
          },
        ],
      },
    ],
  },
};
