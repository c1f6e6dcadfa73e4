/** The columns of a member list, as named in the template. */
export const memberListColumns = {
  firstName: 'First Name',
  lastName: 'Last Name',
  dateOfBirth: 'Date of Birth',
  phoneNumber: 'Phone Number',
  email: 'Email',
  addressLine1: 'Address Line 1',
  addressLine2: 'Address Line 2',
  city: 'City',
  state: 'State',
  zipCode: 'Zip Code',
  participantId: 'Participant ID',
} as const;

export type MemberListColumn = keyof typeof memberListColumns;

export const requiredMemberListColumns = ['firstName', 'lastName'] as const satisfies MemberListColumn[];

/** Common English and Spanish headers, without spaces, accents and punctuation. */
const otherWords: Record<MemberListColumn, string> = {
  firstName: 'first fname givenname forename memberfirstname patientfirstname nombre nombres primernombre',
  lastName: 'last lname surname familyname memberlastname patientlastname apellido apellidos primerapellido',
  dateOfBirth: 'dob birthdate birthday born birthdatemmddyyyy fechadenacimiento fechanacimiento nacimiento fnac',
  phoneNumber:
    'phone phoneno telephone telephonenumber tel mobile mobilephone mobilenumber cell cellphone cellnumber cellular ' +
    'telefono numerodetelefono numerotelefono celular movil',
  email: 'mail emailaddress correo correoelectronico direcciondecorreo email1',
  addressLine1: 'address address1 street streetaddress street1 direccion direccion1 domicilio calle',
  addressLine2: 'address2 street2 apt apartment unit suite aptunit direccion2 apartamento departamento',
  city: 'town ciudad municipio',
  state: 'province estado provincia',
  zipCode: 'zip postalcode postcode zipcode5 codigopostal cp',
  participantId:
    'participant participantno participantnumber participantidnumber idparticipante iddeparticipante iddelparticipante',
};

const columnOfWord = new Map<string, MemberListColumn>();
for (const [column, label] of Object.entries(memberListColumns) as [MemberListColumn, string][]) {
  for (const word of [plainWord(label), ...otherWords[column].split(' ')]) columnOfWord.set(word, column);
}

function plainWord(header: string): string {
  return header
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

export type ColumnPlaces = Partial<Record<MemberListColumn, number>>;

/** Finds the columns in a header row, in any order and case. The first of two equal headers counts. */
export function recognizeColumns(headers: readonly unknown[]): ColumnPlaces {
  const places: ColumnPlaces = {};
  for (const [place, header] of headers.entries()) {
    const column = typeof header === 'string' ? columnOfWord.get(plainWord(header)) : undefined;
    if (column) places[column] ??= place;
  }
  return places;
}

/** A title or note may precede the header, within this many rows. */
export const headerSearchRows = 10;

export function isHeaderRow(places: ColumnPlaces): boolean {
  return requiredMemberListColumns.every((column) => places[column] !== undefined);
}

/** The columns missing from the most likely header row. */
export function missingColumnsSentence(places: ColumnPlaces): string {
  const missing = requiredMemberListColumns.filter((column) => places[column] === undefined);
  const names = missing.map((column) => `“${memberListColumns[column]}”`);
  const what =
    names.length === 1 ? `The column ${names[0]} is missing.` : `The columns ${names.join(' and ')} are missing.`;
  return `${what} The first row must name the columns, as in the template.`;
}

export const emptyListSentence = 'The list is empty. Please add one row for each member below the column names.';
export const memberListMaxBytes = 20 * 1024 * 1024;
export const memberListMaxRows = 100_000;
