/** All service types with their labels. */
export const serviceTypeLabels = {
  CIVIC_ENGAGEMENT: 'Civic Engagement',
  ECONOMIC: 'Economic',
  EDUCATION: 'Education',
  EMPLOYMENT: 'Employment+',
  FAMILY: 'Family',
  FOOD: 'Food+',
  HOUSING: 'Housing',
  LEGAL: 'Legal',
  MEDICAL: 'Medical',
  MENTAL_HEALTH: 'Mental Health',
  OTHER: 'Other',
  SOCIAL: 'Social',
  TRANSLATION: 'Translation+',
  TRANSPORTATION: 'Transportation+',
  VOLUNTEER: 'Volunteer',
} as const;

export type ServiceType = keyof typeof serviceTypeLabels;
export const serviceTypes = Object.keys(serviceTypeLabels) as [ServiceType, ...ServiceType[]];
