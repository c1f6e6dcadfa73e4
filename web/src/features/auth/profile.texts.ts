export const profileTexts = {
  title: 'Create Your Profile',
  failure: "We couldn't create your account",
  passwordNotKept: 'We never store your password in the browser. Please enter it again.',
};

export const profileLabels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  phoneNumber: 'Phone Number',
  password: 'Password',
  confirmPassword: 'Confirm Password',
};
