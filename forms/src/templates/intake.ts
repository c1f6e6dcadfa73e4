import type { FormTemplate } from './form-template.ts';

export const intakeTemplate: FormTemplate = {
  key: 'intake',
  title: 'Intake',
  description: 'How to reach a new member, who lives with them, and what they need.',
  data: {
    title: { default: 'Intake', es: 'Registro' },
    description: {
      default: 'So we can reach you and know what you need.',
      es: 'Para poder contactarle y saber qué necesita.',
    },
    pages: [
      {
        name: 'contact',
        title: { default: 'How to reach you', es: 'Cómo contactarle' },
        elements: [
          {
            type: 'text',
            name: 'email',
            inputType: 'email',
            title: { default: 'Email', es: 'Correo electrónico' },
          },
          { type: 'text', name: 'address', title: { default: 'Street and number', es: 'Calle y número' } },
          { type: 'text', name: 'zipCode', title: { default: 'ZIP code', es: 'Código postal' }, maxLength: 10 },
          {
            type: 'dropdown',
            name: 'language',
            title: { default: 'Which language do you prefer?', es: '¿Qué idioma prefiere?' },
            choices: [
              { value: 'en', text: { default: 'English', es: 'Inglés' } },
              { value: 'es', text: { default: 'Spanish', es: 'Español' } },
              { value: 'ar', text: { default: 'Arabic', es: 'Árabe' } },
            ],
            showOtherItem: true,
          },
          {
            type: 'radiogroup',
            name: 'bestTime',
            title: { default: 'When can we call you?', es: '¿Cuándo podemos llamarle?' },
            choices: [
              { value: 'morning', text: { default: 'In the morning', es: 'Por la mañana' } },
              { value: 'afternoon', text: { default: 'In the afternoon', es: 'Por la tarde' } },
              { value: 'evening', text: { default: 'In the evening', es: 'Por la noche' } },
            ],
          },
        ],
      },
      {
        name: 'household',
        title: { default: 'Your household', es: 'Su hogar' },
        elements: [
          {
            type: 'text',
            name: 'householdSize',
            inputType: 'number',
            min: 1,
            max: 30,
            title: {
              default: 'How many people live with you, you included?',
              es: '¿Cuántas personas viven con usted, incluido usted?',
            },
          },
          {
            type: 'paneldynamic',
            name: 'household',
            title: { default: 'Who lives with you?', es: '¿Quién vive con usted?' },
            visibleIf: '{householdSize} > 1',
            panelAddText: { default: 'Add a person', es: 'Añadir una persona' },
            panelRemoveText: { default: 'Remove', es: 'Quitar' },
            maxPanelCount: 20,
            templateElements: [
              { type: 'text', name: 'name', title: { default: 'First name', es: 'Nombre' } },
              {
                type: 'text',
                name: 'age',
                inputType: 'number',
                min: 0,
                max: 120,
                title: { default: 'Age', es: 'Edad' },
              },
            ],
          },
        ],
      },
      {
        name: 'reason',
        title: { default: 'What you need', es: 'Qué necesita' },
        elements: [
          {
            type: 'checkbox',
            name: 'needs',
            title: { default: 'What would you like help with?', es: '¿Con qué le gustaría recibir ayuda?' },
            showOtherItem: true,
            choices: [
              { value: 'food', text: { default: 'Food', es: 'Comida' } },
              { value: 'housing', text: { default: 'Housing', es: 'Vivienda' } },
              { value: 'transportation', text: { default: 'Transportation', es: 'Transporte' } },
              { value: 'work', text: { default: 'Work', es: 'Trabajo' } },
              { value: 'health', text: { default: 'Health care', es: 'Atención médica' } },
            ],
          },
          {
            type: 'comment',
            name: 'story',
            title: { default: 'Tell us more, if you like', es: 'Cuéntenos más, si lo desea' },
            maxLength: 2000,
          },
          {
            type: 'boolean',
            name: 'mayShare',
            isRequired: true,
            title: {
              default: 'May we share this with partners who can help you?',
              es: '¿Podemos compartir esto con organizaciones que pueden ayudarle?',
            },
          },
        ],
      },
    ],
  },
};
