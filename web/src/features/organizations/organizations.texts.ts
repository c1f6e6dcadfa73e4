import { reviewTime } from '@kinbridge/contract/organizations/organization-approval';

export const joinTexts = {
  title: 'Join your organization',
  lead: 'Your administrator lets you in once you have signed up.',
  required: 'Organization is required.',
  nothingFound:
    'No organization of that name has joined yet. If yours just registered, ask an admin there for an invitation link.',
};

export const invitedTexts = {
  title: (organization: string) => `Join ${organization}`,
  titleUnknown: 'Your invitation',
  lead: 'You were invited. An administrator activates your account after you sign up.',
  address: 'This invitation is for',
  failure: "This invitation can't be used",
  other: 'Choose another organization',
};

export const organizationTexts = {
  title: 'Tell us about your organization',
  lead: 'Partners and members see these details.',
  registered:
    'Your organization is registered already. Once you have signed in, you can change its details under Account.',
};

export const organizationLabels = {
  name: 'Company Name',
  organizationType: 'Type of Organization',
  phoneNumber: 'Phone Number',
  email: 'Email',
  website: 'Website',
  addressLine1: 'Address',
  city: 'City',
  addressLine2: 'State',
  zipCode: 'Zip',
  description: 'Description',
};

export const logoTexts = {
  label: 'Logo',
  hint: 'PNG, JPEG or WebP, at most 2 MB.',
  wrongType: 'Please choose a PNG, JPEG or WebP picture.',
  tooLarge: 'This picture is larger than 2 MB. Please choose a smaller one.',
  unreadable: 'This file cannot be shown as a picture. Please choose another one.',
  mode: 'How the picture fills its square',
  zoom: 'Zoom',
  across: 'Left to right',
  down: 'Up and down',
  preview: 'Preview of the new logo',
  lost: 'The logo could not be kept when the page was reloaded. Please choose it again.',
};

export const servicesTexts = {
  title: 'What service(s) do your organization provide the public?',
  lead: 'Other partners find you by these when they refer a member.',
};

export const servicesLabels = {
  'services.*.name': 'Service name',
  'services.*.type': 'Service type',
  'services.*.description': 'Description',
};

export const termsTexts = { title: 'Terms of Service & Privacy Policy' };

export const registrationTexts = {
  failure: 'Something went wrong! Please try again',
  next: 'What happens next',
  review: `After you verify your email you can sign in and prepare your profile, services, members and forms. Kinbridge may review your organization before other organizations can find it. A review is usually done ${reviewTime}, and we email you the result.`,
};

export const accountTexts = {
  businessProfile: 'Business Profile',
  companyInfo: 'Company Info',
  companyBio: 'Company Bio',
  noBio: 'Your organization has not described itself yet.',
  edit: 'Edit Business Profile',
  saved: 'The business profile is saved.',
  stale: 'The business profile was changed meanwhile',
  failed: 'Something went wrong! Please try again',
};

export const companyServicesTexts = {
  title: 'Company Services',
  none: 'Your organization offers no services yet. Other partners find you by them.',
  add: 'Add a new service',
  addTitle: 'Add New Service',
  edit: 'Update your service information',
  deleteTitle: 'Delete service',
  deleteQuestion: 'Are you sure you want to delete this service?',
  added: (name: string) => `${name} is added.`,
  saved: 'Your services are saved.',
  deleted: (name: string) => `${name} is deleted. Requests that name it keep it.`,
  failed: 'Something went wrong! Please try again',
};
