interface MemberFieldRow {
  /** On forms. */
  label: string;
  /** On the member's page, in merges and in proposed changes. */
  fact: string;
  /** In the template of a member list; the label if missing. */
  header?: string;
  /** Other English and Spanish headers, without spaces, accents and punctuation. */
  aliases: string;
  /** Only the organization that added the member can change it; others propose changes. */
  identity?: true;
}

/**
 * What is known about a member, in the order of the list template and of the member's page. Rules, columns, forms,
 * facts, merges and list imports derive from this table. docs/ARCHITECTURE.md says how to add a field.
 */
export const memberFields = {
  firstName: {
    label: 'First Name',
    fact: 'First name',
    aliases: 'first fname givenname forename memberfirstname patientfirstname nombre nombres primernombre',
    identity: true,
  },
  lastName: {
    label: 'Last Name',
    fact: 'Last name',
    aliases: 'last lname surname familyname memberlastname patientlastname apellido apellidos primerapellido',
    identity: true,
  },
  dateOfBirth: {
    label: 'Date of Birth',
    fact: 'Birth date',
    aliases: 'dob birthdate birthday born birthdatemmddyyyy fechadenacimiento fechanacimiento nacimiento fnac',
    identity: true,
  },
  phoneNumber: {
    label: 'Phone Number',
    fact: 'Phone',
    aliases:
      'phone phoneno telephone telephonenumber tel mobile mobilephone mobilenumber cell cellphone cellnumber cellular ' +
      'telefono numerodetelefono numerotelefono celular movil',
    identity: true,
  },
  email: {
    label: 'Email',
    fact: 'Email',
    aliases: 'mail emailaddress correo correoelectronico direcciondecorreo email1',
    identity: true,
  },
  addressLine1: {
    label: 'Address',
    fact: 'Address',
    header: 'Address Line 1',
    aliases: 'address address1 street streetaddress street1 direccion direccion1 domicilio calle',
  },
  addressLine2: {
    label: 'Address line 2',
    fact: 'Address line 2',
    header: 'Address Line 2',
    aliases: 'address2 street2 apt apartment unit suite aptunit direccion2 apartamento departamento',
  },
  city: { label: 'City', fact: 'City', aliases: 'town ciudad municipio' },
  state: { label: 'State', fact: 'State', aliases: 'province estado provincia' },
  zipCode: { label: 'Zip Code', fact: 'Zip code', aliases: 'zip postalcode postcode zipcode5 codigopostal cp' },
  participantId: {
    label: 'Participant ID',
    fact: 'Participant ID',
    aliases:
      'participant participantno participantnumber participantidnumber idparticipante iddeparticipante iddelparticipante',
    identity: true,
  },
  language: {
    label: 'Language',
    fact: 'Language',
    aliases: 'languages preferredlanguage primarylanguage spokenlanguage idioma lengua idiomapreferido',
  },
} as const satisfies Record<string, MemberFieldRow>;

export type MemberField = keyof typeof memberFields;

/** Each of them can come from either record of a merge. */
export const memberFieldNames = Object.keys(memberFields) as MemberField[];

/** The table's row with its optional properties. */
export function memberField(field: MemberField): MemberFieldRow {
  return memberFields[field];
}

export const requiredMemberFields = ['firstName', 'lastName'] as const satisfies MemberField[];

/** May be blank; a matching entry or list fills it. */
export type OptionalMemberField = Exclude<MemberField, (typeof requiredMemberFields)[number]>;

export function isOptionalMemberField(field: string): field is OptionalMemberField {
  return field in memberFields && !(requiredMemberFields as readonly string[]).includes(field);
}

export type IdentityField = {
  [F in MemberField]: (typeof memberFields)[F] extends { identity: true } ? F : never;
}[MemberField];

export const identityFields = memberFieldNames.filter((field) => memberField(field).identity) as IdentityField[];

export function isIdentityField(field: string): field is IdentityField {
  return (identityFields as readonly string[]).includes(field);
}
