import { reviewTime } from '@kinbridge/contract/organizations/organization-approval';

export const joinTexts = {
  title: 'Join your organization',
  lead: 'After you sign up, an admin activates your account.',
  required: 'Organization is required.',
  nothingFound:
    'No organization with that name has joined yet. If yours just registered, ask an admin there for an invitation link.',
};

export const invitedTexts = {
  title: (organization: string) => `Join ${organization}`,
  titleUnknown: 'Your invitation',
  lead: 'You were invited. After you sign up, an admin activates your account.',
  address: 'This invitation is for',
  failure: "This invitation can't be used",
  other: 'Choose another organization',
};

export const organizationTexts = {
  title: 'Tell us about your organization',
  lead: 'Partners see these details, and so does anyone who looks for help, once your organization is approved.',
  registered: 'Your organization is already registered. After you sign in, you can change its details under Account.',
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
  wrongType: 'Choose a PNG, JPEG or WebP image.',
  tooLarge: 'This image is larger than 2 MB. Choose a smaller one.',
  unreadable: "We can't show this file as an image. Choose another one.",
  mode: 'How the image fits',
  zoom: 'Zoom',
  across: 'Left to right',
  down: 'Up and down',
  preview: 'Preview of the new logo',
  lost: "We couldn't keep the logo when the page reloaded. Choose it again.",
};

export const termsTexts = { title: 'Terms of Service & Privacy Policy' };

export const registrationTexts = {
  failure: 'Something went wrong! Please try again',
  next: 'What happens next',
  review: `After you verify your email you can sign in and prepare your profile, services, members and forms. Kinbridge may review your organization before other organizations can find it. Reviews are usually done ${reviewTime}. We'll email you the result.`,
};

export const accountTexts = {
  noZipCode: "Without a zip code, people who search near you can't find your services.",
  addZipCode: 'Add the zip code',
  businessProfile: 'Business Profile',
  companyInfo: 'Company Info',
  companyBio: 'Company Bio',
  noBio: 'No description yet.',
  edit: 'Edit Business Profile',
  saved: 'Business profile saved.',
  proposed: 'Saved. The proposed changes wait for Kinbridge’s operator.',
  stale: 'Someone else changed the business profile',
  decided: 'Someone else replaced the proposed changes or decided on them',
  failed: 'Something went wrong! Please try again',
};

export const proposedTexts = {
  title: 'Proposed changes',
  waiting:
    'Changes to your name, logo, website and address wait for Kinbridge’s operator. Until they accept them, others see your profile as it was.',
  editing: 'This form shows your proposed changes, which wait for Kinbridge’s operator.',
  withdraw: 'Withdraw',
  withdrawQuestion: {
    title: 'Withdraw the proposed changes?',
    text: 'Your profile stays as others see it now.',
    confirm: 'Withdraw',
  },
  withdrawn: 'Proposed changes withdrawn.',
};
