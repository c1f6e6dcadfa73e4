/** The public form's own texts, by language. */
export interface PublicFormTexts {
  next: string;
  back: string;
  send: string;
  language: string;
  step: (current: number, total: number) => string;
  privacy: (organization: string) => string;
  optional: string;
  aboutYou: string;
  chooseOne: string;
  chooseAny: string;
  chooseFromList: string;
  other: string;
  otherPlease: string;
  none: string;
  yes: string;
  no: string;
  missingText: string;
  missingChoice: string;
  wrongEmail: string;
  wrongNumber: string;
  wrongDate: string;
  wrongPhone: string;
  atLeast: (minimum: string) => string;
  atMost: (maximum: string) => string;
  saved: string;
  notSaved: string;
  loading: string;
  loadingFailed: string;
  needsScript: string;
  resumeTitle: string;
  resumeText: string;
  resume: string;
  startOver: string;
  sending: string;
  waitingTitle: string;
  waitingOffline: string;
  waitingShared: string;
  waitingKeep: string;
  waitingBusy: string;
  sendNow: string;
  refusedTitle: string;
  refusedBack: string;
  notOpenTitle: string;
  notOpenText: string;
  closedTitle: string;
  closedText: (organization: string) => string;
  unknownTitle: string;
  unknownText: string;
  thanksTitle: string;
  thanksText: (organization: string) => string;
  /** The next steps after a service was requested. */
  thanksRequested: (organization: string) => string;
  thanksRead: (organization: string) => string;
  thanksWiped: string;
  answerAgain: string;
  fileTooLarge: string;
  fileRefused: string;
  tooManyFiles: (most: number) => string;
  fileHint: string;
  chooseFile: string;
  chooseFiles: string;
  removeFile: string;
  tooShort: (least: number) => string;
  tooLong: (most: number) => string;
  chooseAtLeast: (least: number) => string;
  chooseAtMost: (most: number) => string;
  chooseInRows: string;
  missingRows: string;
  rankHint: string;
  missingRanking: string;
  keepOrder: string;
  moveUp: string;
  moveDown: string;
  moved: (name: string, position: number, total: number) => string;
  signHint: string;
  signEmpty: string;
  signDone: string;
  signClear: string;
  signTyped: string;
  missingSignature: string;
  missingFile: string;
}

const en: PublicFormTexts = {
  next: 'Next',
  back: 'Back',
  send: 'Send',
  language: 'Language',
  step: (current, total) => `${current} of ${total}`,
  privacy: (organization) => `Only ${organization}’s care team sees your answers.`,
  optional: '(optional)',
  aboutYou: 'About you',
  chooseOne: 'Choose one.',
  chooseAny: 'Choose all that fit.',
  chooseFromList: 'Choose…',
  other: 'Other',
  otherPlease: 'Please tell us which',
  none: 'None',
  yes: 'Yes',
  no: 'No',
  missingText: 'Please fill this in to continue.',
  missingChoice: 'Please choose an answer to continue.',
  wrongEmail: "This doesn't look like an email address. Please check it.",
  wrongNumber: 'Please enter a number.',
  wrongDate: 'Please enter a valid date.',
  wrongPhone: 'Please enter a phone number with its area code, or leave it empty.',
  atLeast: (minimum) => `Please enter ${minimum} or more.`,
  atMost: (maximum) => `Please enter ${maximum} or less.`,
  saved: 'Saved on this phone',
  notSaved: 'Nothing is kept on this phone',
  loading: 'One moment…',
  loadingFailed: "We couldn't load the next question. Check your connection and try again.",
  needsScript:
    'This form needs JavaScript. Please turn it on for this page and reload, or ask the people who sent you the link.',
  resumeTitle: 'Continue or start over?',
  resumeText: 'Answers that someone started on this phone are still here.',
  resume: 'Continue',
  startOver: 'Start over',
  sending: 'Sending your answers…',
  waitingTitle: 'Not sent yet',
  waitingOffline: "Saved on this phone. We'll send it when you're back online.",
  waitingShared: "We'll send it when you're back online. Please keep this page open until then.",
  waitingKeep: 'If you close this page, open the same link again within 24 hours, once you are online.',
  waitingBusy: "We couldn't send your answers. We'll try again in a moment.",
  sendNow: 'Try now',
  refusedTitle: 'Your answers could not be sent',
  refusedBack: 'Back to the questions',
  notOpenTitle: "This form isn't open yet.",
  notOpenText: 'Please try the link again later.',
  closedTitle: 'This form is closed',
  closedText: (organization) =>
    `${organization} no longer accepts answers to this form. Please ask them for a new link.`,
  unknownTitle: 'There is no form at this link',
  unknownText: 'Please check the link, or ask the people who sent it to you for a new one.',
  thanksTitle: 'Thank you',
  thanksText: (organization) => `Your answers were sent to ${organization}.`,
  thanksRequested: (organization) => `${organization} will contact you within 24 to 48hrs.`,
  thanksRead: (organization) => `${organization}’s care team will read them.`,
  thanksWiped: 'Nothing is kept on this phone.',
  answerAgain: 'Fill in a new form',
  fileTooLarge: 'This file is too large. The limit is 5 MB.',
  fileRefused: "We couldn't accept this file. Choose an image or a PDF.",
  tooManyFiles: (most) => `You can send at most ${most} ${most === 1 ? 'file' : 'files'}.`,
  fileHint: 'Images or PDF, at most 5 MB each.',
  chooseFile: 'Choose a file',
  chooseFiles: 'Choose files',
  removeFile: 'Remove',
  tooShort: (least) => `Please write at least ${least} ${least === 1 ? 'character' : 'characters'}.`,
  tooLong: (most) => `Please write at most ${most} ${most === 1 ? 'character' : 'characters'}.`,
  chooseAtLeast: (least) => `Please choose at least ${least}.`,
  chooseAtMost: (most) => `Please choose at most ${most}.`,
  chooseInRows: 'Choose one in each row.',
  missingRows: 'Please choose an answer in every row.',
  rankHint: 'Use the arrows to change the order.',
  missingRanking: 'Please change the order, or keep it as it is.',
  keepOrder: 'Keep this order',
  moveUp: 'Move up',
  moveDown: 'Move down',
  moved: (name, position, total) => `${name} is now ${position} of ${total}.`,
  signHint: 'Sign in the box with your finger or mouse, or type your name below it.',
  signEmpty: 'Signature: empty',
  signDone: 'Signature: signed',
  signClear: 'Clear',
  signTyped: 'Or type your name',
  missingSignature: 'Please sign to continue.',
  missingFile: 'Please choose a file to continue.',
};

const es: PublicFormTexts = {
  next: 'Siguiente',
  back: 'Atrás',
  send: 'Enviar',
  language: 'Idioma',
  step: (current, total) => `${current} de ${total}`,
  privacy: (organization) => `Solo el equipo de ${organization} ve sus respuestas.`,
  optional: '(opcional)',
  aboutYou: 'Sobre usted',
  chooseOne: 'Elija una opción.',
  chooseAny: 'Elija todas las que correspondan.',
  chooseFromList: 'Elija…',
  other: 'Otro',
  otherPlease: 'Díganos cuál',
  none: 'Ninguno',
  yes: 'Sí',
  no: 'No',
  missingText: 'Complete este campo para continuar.',
  missingChoice: 'Elija una respuesta para continuar.',
  wrongEmail: 'No parece una dirección de correo. Revísela, por favor.',
  wrongNumber: 'Escriba un número.',
  wrongDate: 'Escriba una fecha correcta.',
  wrongPhone: 'Escriba un número de teléfono con su código de área, o déjelo vacío.',
  atLeast: (minimum) => `Escriba ${minimum} o más.`,
  atMost: (maximum) => `Escriba ${maximum} o menos.`,
  saved: 'Guardado en este teléfono',
  notSaved: 'No se guarda nada en este teléfono',
  loading: 'Un momento…',
  loadingFailed: 'No se pudo cargar la siguiente pregunta. Revise su conexión e inténtelo de nuevo.',
  needsScript:
    'Este formulario necesita JavaScript. Actívelo para esta página y vuelva a cargarla, o pregunte a quien le envió el enlace.',
  resumeTitle: '¿Continuar o empezar de nuevo?',
  resumeText: 'Las respuestas que alguien empezó en este teléfono siguen aquí.',
  resume: 'Continuar',
  startOver: 'Empezar de nuevo',
  sending: 'Enviando sus respuestas…',
  waitingTitle: 'Aún no enviado',
  waitingOffline: 'Guardado en este teléfono. Lo enviaremos cuando vuelva a tener conexión.',
  waitingShared: 'Lo enviaremos cuando vuelva a tener conexión. Mantenga esta página abierta hasta entonces.',
  waitingKeep: 'Si cierra esta página, abra el mismo enlace antes de 24 horas, cuando tenga conexión.',
  waitingBusy: 'No se pudieron enviar sus respuestas ahora. Lo intentaremos de nuevo en un momento.',
  sendNow: 'Intentar ahora',
  refusedTitle: 'No se pudieron enviar sus respuestas',
  refusedBack: 'Volver a las preguntas',
  notOpenTitle: 'Este formulario aún no está abierto.',
  notOpenText: 'Vuelva a intentar el enlace más tarde.',
  closedTitle: 'Este formulario está cerrado',
  closedText: (organization) => `${organization} ya no recibe respuestas a este formulario. Pídales un enlace nuevo.`,
  unknownTitle: 'No hay ningún formulario en este enlace',
  unknownText: 'Revise el enlace, o pida uno nuevo a quien se lo envió.',
  thanksTitle: 'Gracias',
  thanksText: (organization) => `Sus respuestas se enviaron a ${organization}.`,
  thanksRequested: (organization) => `${organization} se comunicará con usted en un plazo de 24 a 48 horas.`,
  thanksRead: (organization) => `El equipo de ${organization} las leerá.`,
  thanksWiped: 'No queda nada guardado en este teléfono.',
  answerAgain: 'Llenar un formulario nuevo',
  fileTooLarge: 'Este archivo es demasiado grande. El límite es de 5 MB.',
  fileRefused: 'No se pudo aceptar este archivo. Elija una imagen o un PDF.',
  tooManyFiles: (most) => `Puede enviar como máximo ${most} ${most === 1 ? 'archivo' : 'archivos'}.`,
  fileHint: 'Imágenes o PDF, de 5 MB como máximo cada uno.',
  chooseFile: 'Elegir un archivo',
  chooseFiles: 'Elegir archivos',
  removeFile: 'Quitar',
  tooShort: (least) => `Escriba al menos ${least} ${least === 1 ? 'carácter' : 'caracteres'}.`,
  tooLong: (most) => `Escriba como máximo ${most} ${most === 1 ? 'carácter' : 'caracteres'}.`,
  chooseAtLeast: (least) => `Elija al menos ${least}.`,
  chooseAtMost: (most) => `Elija como máximo ${most}.`,
  chooseInRows: 'Elija una opción en cada fila.',
  missingRows: 'Elija una respuesta en cada fila.',
  rankHint: 'Use las flechas para cambiar el orden.',
  missingRanking: 'Cambie el orden o déjelo como está.',
  keepOrder: 'Dejar este orden',
  moveUp: 'Subir',
  moveDown: 'Bajar',
  moved: (name, position, total) => `${name} está ahora en el lugar ${position} de ${total}.`,
  signHint: 'Firme en el recuadro con el dedo o el ratón, o escriba su nombre debajo.',
  signEmpty: 'Firma: vacía',
  signDone: 'Firma: hecha',
  signClear: 'Borrar',
  signTyped: 'O escriba su nombre',
  missingSignature: 'Firme para continuar.',
  missingFile: 'Elija un archivo para continuar.',
};

export const publicFormLanguages = ['en', 'es'] as const;

/** In other languages a form keeps its own texts, with English around them. */
export function publicFormTexts(language: string): PublicFormTexts {
  return language.toLowerCase().startsWith('es') ? es : en;
}
