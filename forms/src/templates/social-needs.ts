import type { FormTemplate } from './form-template.ts';

/** Our own wording, not a licensed screening instrument. */
export const socialNeedsTemplate: FormTemplate = {
  key: 'social-needs',
  title: 'Social needs check-in',
  description: 'Food, home, travel, bills and company: what someone could use help with.',
  data: {
    title: { default: 'Social needs check-in', es: 'Revisión de necesidades' },
    description: {
      default: 'A few questions about daily life, so that we can offer the right help. Skip any you like.',
      es: 'Algunas preguntas sobre la vida diaria para ofrecerle la ayuda adecuada. Puede dejar cualquiera en blanco.',
    },
    showProgressBar: true,
    progressBarType: 'pages',
    pages: [
      {
        name: 'food-and-home',
        title: { default: 'Food and home', es: 'Comida y vivienda' },
        elements: [
          {
            type: 'radiogroup',
            name: 'foodWorry',
            title: {
              default: 'In the last month, how often did you worry that food would run out?',
              es: 'En el último mes, ¿con qué frecuencia le preocupó que se acabara la comida?',
            },
            choices: [
              { value: 'never', text: { default: 'Never', es: 'Nunca' } },
              { value: 'sometimes', text: { default: 'Sometimes', es: 'A veces' } },
              { value: 'often', text: { default: 'Often', es: 'A menudo' } },
            ],
          },
          {
            type: 'boolean',
            name: 'foodHelp',
            title: { default: 'Would you like help with food?', es: '¿Le gustaría recibir ayuda con la comida?' },
          },
          {
            type: 'radiogroup',
            name: 'home',
            title: { default: 'Where do you live right now?', es: '¿Dónde vive en este momento?' },
            choices: [
              { value: 'steady', text: { default: 'A place that I can keep', es: 'Un lugar que puedo conservar' } },
              {
                value: 'at-risk',
                text: { default: 'A place that I may lose soon', es: 'Un lugar que podría perder pronto' },
              },
              {
                value: 'staying-with-others',
                text: { default: 'With friends or family for now', es: 'Con amigos o familia por ahora' },
              },
              {
                value: 'no-home',
                text: { default: 'In a shelter, a car or outside', es: 'En un refugio, en un coche o en la calle' },
              },
            ],
          },
          {
            type: 'checkbox',
            name: 'homeTrouble',
            title: { default: 'Is anything wrong with your home?', es: '¿Hay algún problema en su vivienda?' },
            visibleIf: "{home} notempty and {home} <> 'no-home'",
            showNoneItem: true,
            noneText: { default: 'None of these', es: 'Nada de esto' },
            choices: [
              { value: 'heat', text: { default: 'No heat or hot water', es: 'Sin calefacción o agua caliente' } },
              { value: 'damp', text: { default: 'Damp or mold', es: 'Humedad o moho' } },
              { value: 'pests', text: { default: 'Insects or mice', es: 'Insectos o ratones' } },
              { value: 'unsafe', text: { default: 'It does not feel safe', es: 'No se siente seguro' } },
            ],
          },
        ],
      },
      {
        name: 'getting-by',
        title: { default: 'Getting around and getting by', es: 'Transporte y gastos' },
        elements: [
          {
            type: 'boolean',
            name: 'rideHelp',
            title: {
              default: 'Have you missed an appointment because you had no ride?',
              es: '¿Ha faltado a una cita por no tener transporte?',
            },
          },
          {
            type: 'checkbox',
            name: 'bills',
            title: { default: 'Which of these are hard to pay for?', es: '¿Cuáles de estos gastos le cuesta pagar?' },
            showNoneItem: true,
            noneText: { default: 'None of these', es: 'Ninguno' },
            choices: [
              { value: 'rent', text: { default: 'Rent or mortgage', es: 'Alquiler o hipoteca' } },
              { value: 'power', text: { default: 'Electricity or gas', es: 'Electricidad o gas' } },
              { value: 'phone', text: { default: 'Phone or internet', es: 'Teléfono o internet' } },
              { value: 'medicine', text: { default: 'Medicine', es: 'Medicinas' } },
              { value: 'childcare', text: { default: 'Care for children', es: 'Cuidado de los niños' } },
            ],
          },
          {
            type: 'rating',
            name: 'company',
            title: {
              default: 'How often do you have someone to talk to?',
              es: '¿Con qué frecuencia tiene a alguien con quien hablar?',
            },
            rateMin: 1,
            rateMax: 5,
            minRateDescription: { default: 'Hardly ever', es: 'Casi nunca' },
            maxRateDescription: { default: 'Whenever I like', es: 'Siempre que quiero' },
          },
          {
            type: 'comment',
            name: 'anythingElse',
            title: { default: 'Is there anything else we should know?', es: '¿Hay algo más que debamos saber?' },
            maxLength: 1000,
          },
        ],
      },
    ],
  },
};
