const en = {
  title: "That didn't work",
  signInTitle: "We couldn't sign you in",
  backToSignIn: 'Back to Sign-In',
};

/** By language; each has the type of English. */
export const errorTexts = { en };
