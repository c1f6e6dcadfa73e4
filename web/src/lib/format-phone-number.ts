export { formatUsPhoneNumber as formatPhoneNumber } from '@kinbridge/contract/shared/us-phone-number';
